extension Scanner {
    /// The string whose opening quote is the next byte.
    ///
    /// First finds its end, eight bytes at a time; then makes it in one go. Only a string with escapes is copied twice.
    mutating func string() throws(JSONSyntaxError) -> String {
        let quote = at
        at += 1
        let start = at
        var isASCII = true
        var hasEscapes = false
        while true {
            skipPlain()
            guard at < bytes.count else { throw .unexpectedEnd(at: bytes.count) }
            let byte = bytes[at]
            if byte == Byte.quote { break }
            if byte < 0x20 { throw .controlCharacter(byte, at: at) }
            if byte == Byte.backslash {
                hasEscapes = true
                at += 2
            } else {
                isASCII = false
                while at < bytes.count, bytes[at] >= 0x80 { at += 1 }
            }
        }
        let raw = UnsafeBufferPointer(rebasing: bytes[start..<at])
        guard raw.count <= limits.stringBytes else { throw .stringTooLong(limit: limits.stringBytes, at: quote) }
        at += 1
        if !isASCII, let broken = UTF8Check.firstInvalid(in: raw) { throw .invalidUTF8(at: start + broken) }
        return hasEscapes ? try Escapes.resolve(raw, at: start) : String(decoding: raw, as: UTF8.self)
    }

    /// Steps over bytes that mean themselves: not a quote, a backslash, a control character, nor beyond ASCII.
    private mutating func skipPlain() {
        while at + 8 <= bytes.count {
            let special = Self.specials(UnsafeRawPointer(bytes.baseAddress!.advanced(by: at)))  // 8 bytes lie there
            if special != 0 {
                at += special.trailingZeroBitCount >> 3
                return
            }
            at += 8
        }
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x20 || byte == Byte.quote || byte == Byte.backslash || byte >= 0x80 { return }
            at += 1
        }
    }

    /// The top bit of each of the 8 bytes that does not mean itself; exact for the lowest one, which is what counts.
    @inline(__always)
    private static func specials(_ place: UnsafeRawPointer) -> UInt64 {
        let word = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(Byte.quote))
        let backslashes = word ^ (ones &* UInt64(Byte.backslash))
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- ones &* 0x20) & ~word) | word
        return found & (ones &* 0x80)
    }
}
