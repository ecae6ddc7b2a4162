/// Length-prefixed concatenation: no two lists of parts have the same bytes, so one cannot be read as another.
public enum LengthPrefixed {
    /// Each part preceded by its length as 4 bytes, big-endian. A part holds less than 4 GiB.
    public static func encode(_ parts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count + 4 })
        for part in parts {
            withUnsafeBytes(of: UInt32(part.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part)
        }
        return bytes
    }

    /// A label of ours, then parts: the usual shape of associated data and signed messages.
    public static func encode(_ label: String, _ parts: [UInt8]...) -> [UInt8] { encode([Array(label.utf8)] + parts) }
}
