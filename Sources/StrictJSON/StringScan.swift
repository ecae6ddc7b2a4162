/// Searches a string, eight bytes at a time, for bytes that cannot be copied as they are.
enum StringScan {
    /// Returns the offset of the first quote, backslash or control character from `start` on, or the count if there is
    /// none.
    @inline(__always)
    static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= text.count {
            let found = mask(word(text, at))
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < text.count {
            let byte = text[at]
            if byte < 0x20 || byte == Byte.quote || byte == Byte.backslash { return at }
            at += 1
        }
        return at
    }

    /// Like `first(in:from:)`, but also stops at bytes beyond ASCII.
    @inline(__always)
    static func firstOrBeyondASCII(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= text.count {
            let word = word(text, at)
            let found = mask(word) | (word & tops)
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < text.count {
            let byte = text[at]
            if byte < 0x20 || byte == Byte.quote || byte == Byte.backslash || byte >= 0x80 { return at }
            at += 1
        }
        return at
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    private static func word(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    /// Sets the top bit of each byte to be found. Only the lowest bit that is set is exact, and callers use no other.
    @inline(__always)
    private static func mask(_ word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(Byte.quote))
        let backslashes = word ^ (ones &* UInt64(Byte.backslash))
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word)
        return found & tops
    }
}
