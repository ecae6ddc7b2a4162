/// A word, a sign, a parenthesis, an interpolation or a quoted text of an SQL text in Swift source.
struct SQLToken {
    var range: Range<Int>
    var text: String
    /// True if it is one of the dialect's markers, such as `{lockRow}`, or a choice of one; these stand behind conditions.
    var isMarker: Bool { text.contains("{") }

    static func tokens(of bytes: [UInt8]) -> [SQLToken] {
        var tokens: [SQLToken] = [], position = 0
        while position < bytes.count {
            let end = self.end(of: bytes, from: position)
            let text = String(decoding: bytes[position..<end], as: UTF8.self)
            if !text.allSatisfy(\.isWhitespace) { tokens.append(SQLToken(range: position..<end, text: text)) }
            position = end
        }
        return tokens
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int {
        let first = bytes[start]
        if isWord(first) { return bytes[start...].firstIndex { !isWord($0) } ?? bytes.count }
        switch first {
        case UInt8(ascii: "\\") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "("):
            return closing(UInt8(ascii: "("), UInt8(ascii: ")"), in: bytes, from: start + 1)
        case UInt8(ascii: "{"): return closing(first, UInt8(ascii: "}"), in: bytes, from: start)
        case UInt8(ascii: "'"): return (bytes[(start + 1)...].firstIndex(of: first) ?? bytes.count - 1) + 1
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "|"),
            UInt8(ascii: "!"):
            let signs = Array("<>=-|!".utf8)
            return bytes[start...].firstIndex { !signs.contains($0) } ?? bytes.count
        default: return start + 1
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"):
            true
        default: byte >= 0x80
        }
    }

    private static func closing(_ open: UInt8, _ close: UInt8, in bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            depth += bytes[index] == open ? 1 : bytes[index] == close ? -1 : 0
            if depth == 0 { return index + 1 }
        }
        return bytes.count
    }
}
