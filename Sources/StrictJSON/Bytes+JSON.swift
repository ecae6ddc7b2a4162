extension [UInt8] {
    /// Appends a keyword or another literal of the grammar.
    mutating func appendJSON(_ word: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Appends text that needs no escaping, such as a number's token.
    mutating func appendToken(_ token: String) {
        var token = token
        token.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends a quoted string. Only quotes, backslashes and control characters are escaped, in the forms of
    /// RFC 8785.
    mutating func appendString(_ string: String) {
        var string = string
        string.withUTF8 { text in
            append(Byte.quote)
            var start = 0
            var special = StringScan.first(in: text, from: 0)
            while special < text.count {
                append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<special]))
                appendEscape(of: text[special])
                start = special + 1
                special = StringScan.first(in: text, from: start)
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
            append(Byte.quote)
        }
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
