extension [UInt8] {
    /// Appends a word of the grammar.
    mutating func appendJSON(_ word: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Appends text that needs no escaping, such as a number's token.
    mutating func appendToken(_ token: String) {
        var token = token
        token.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends a quoted string. Escaped are quote, backslash and control characters (RFC 8785's short forms), no more.
    mutating func appendString(_ string: String) {
        append(Byte.quote)
        var string = string
        string.withUTF8 { text in
            var start = 0
            for place in text.indices where Self.needsEscape(text[place]) {
                append(contentsOf: text[start..<place])
                appendEscape(of: text[place])
                start = place + 1
            }
            append(contentsOf: text[start...])
        }
        append(Byte.quote)
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == Byte.quote || byte == Byte.backslash
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(Byte.backslash)
        switch byte {
        case Byte.quote, Byte.backslash: append(byte)
        case 0x08: append(0x62)
        case 0x09: append(Byte.t)
        case 0x0A: append(Byte.n)
        case 0x0C: append(Byte.f)
        case 0x0D: append(0x72)
        default:
            appendJSON("u00")
            append(Byte.zero + byte >> 4)
            append(byte & 0xF < 10 ? Byte.zero + byte & 0xF : 0x57 + byte & 0xF)
        }
    }
}
