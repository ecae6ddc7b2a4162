/// Checks UTF-8 by table 3-7 of the Unicode standard: no overlong forms, no surrogates, no values above U+10FFFF.
enum UTF8Check {
    /// Returns the offset of the first ill-formed sequence, or nil if there is none.
    static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            if lead < 0x80 {
                at += 1
                continue
            }
            let length = length(lead)
            guard length > 0, at + length <= bytes.count, secondRange(lead).contains(bytes[at + 1]) else { return at }
            if length > 2, bytes[at + 2] & 0xC0 != 0x80 { return at }
            if length > 3, bytes[at + 3] & 0xC0 != 0x80 { return at }
            at += length
        }
        return nil
    }

    private static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    private static func secondRange(_ lead: UInt8) -> ClosedRange<UInt8> {
        switch lead {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }
}
