/// Length-prefixed encoding of a list of parts. No two lists have the same encoding, so that bytes signed or sealed for
/// one purpose cannot be taken for another.
public enum LengthPrefixed {
    /// Each part preceded by its length in 4 bytes, big-endian. A part must be shorter than 4 GiB.
    public static func encode(_ parts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count + 4 })
        for part in parts { part.withUnsafeBytes { append($0, to: &bytes) } }
        return bytes
    }

    /// Appends one more part to an encoded list: its length in 4 bytes, then its bytes.
    public static func append(_ part: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(part.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: part)
    }

    /// A label that names the purpose, followed by parts. Latchkey's own associated data and message authentication
    /// codes have this form.
    public static func encode(_ label: String, _ parts: [UInt8]...) -> [UInt8] { encode([Array(label.utf8)] + parts) }
}
