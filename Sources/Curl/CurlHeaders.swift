/// The headers of a response, kept as bytes and parsed on access.
public struct CurlHeaders: Sendable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The first value of a header, without surrounding white space. Names are compared without ASCII case.
    public subscript(name: String) -> String? {
        all.first { field in
            field.name.utf8.elementsEqual(name.utf8) { lowered($0) == lowered($1) }
        }?.value
    }

    /// All headers in the order they arrived, without the status line.
    public var all: [(name: String, value: String)] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.starts(with: "HTTP/".utf8) else {
                return nil
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            return (name, String(decoding: trimmed(line[(colon + 1)...]), as: UTF8.self))
        }
    }
}

private func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

private func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let first = value.firstIndex(where: { !isBlank($0) }),
        let last = value.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return value[first...last]
}
