extension Scanner {
    /// Parses the string whose opening quote is the next byte.
    ///
    /// The end is found first, eight bytes at a time; then the string is made at once. Only a string with escapes is
    /// copied twice.
    mutating func string() throws(JSONSyntaxError) -> String {
        let quote = at
        at += 1
        let start = at
        var isASCII = true
        var hasEscapes = false
        while true {
            at = isASCII ? StringScan.firstOrBeyondASCII(in: bytes, from: at) : StringScan.first(in: bytes, from: at)
            guard at < bytes.count else { throw .unexpectedEnd(at: bytes.count) }
            let byte = bytes[at]
            if byte == Byte.quote { break }
            if byte < 0x20 { throw .controlCharacter(byte, at: at) }
            if byte == Byte.backslash {
                hasEscapes = true
                at += 2
            } else {
                isASCII = false
                at += 1
            }
        }
        let raw = UnsafeBufferPointer(rebasing: bytes[start..<at])
        guard raw.count <= limits.stringBytes else { throw .stringTooLong(limit: limits.stringBytes, at: quote) }
        at += 1
        if isASCII { return hasEscapes ? try Escapes.resolve(raw, at: start) : String(decoding: raw, as: UTF8.self) }
        if !hasEscapes, let string = String(validating: raw, as: UTF8.self) { return string }
        if let broken = UTF8Check.firstInvalid(in: raw) { throw .invalidUTF8(at: start + broken) }
        return try Escapes.resolve(raw, at: start)
    }
}
