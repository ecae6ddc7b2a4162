// What a number and an absent part look like among the parts of a seal or a keyed hash.

extension Int64 {
    /// The eight bytes, most significant first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}

extension [UInt8]? {
    /// A byte that says whether there is anything, then what there is: absent and empty differ.
    var marked: [UInt8] { map { [1] + $0 } ?? [0] }
}

extension String {
    /// The UTF-8 bytes.
    var bytes: [UInt8] { Array(utf8) }
}
