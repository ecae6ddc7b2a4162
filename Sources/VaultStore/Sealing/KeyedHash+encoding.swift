// The encodings of the parts of a keyed hash, of the associated data of a seal, and of a cursor.

extension Int64 {
    /// The eight bytes, most significant first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}

extension [UInt8]? {
    /// A byte 1 and the bytes, or a byte 0 for nil, so that nil and empty differ.
    var taggedBytes: [UInt8] { map { [1] + $0 } ?? [0] }
}

extension String {
    /// The UTF-8 bytes.
    var bytes: [UInt8] { Array(utf8) }
}
