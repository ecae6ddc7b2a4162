extension Scanner {
    /// Parses the number whose first byte is next.
    mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = at
        if bytes[at] == Byte.minus { at += 1 }
        if at < bytes.count, bytes[at] == Byte.zero {
            at += 1
            if at < bytes.count, Byte.isDigit(bytes[at]) { throw .malformedNumber(at: at) }
        } else {
            try digits()
        }
        if at < bytes.count, bytes[at] == Byte.dot {
            at += 1
            try digits()
        }
        if at < bytes.count, bytes[at] | 0x20 == 0x65 {
            at += 1
            if at < bytes.count, bytes[at] == Byte.plus || bytes[at] == Byte.minus { at += 1 }
            try digits()
        }
        guard at - start <= limits.numberBytes else { throw .numberTooLong(limit: limits.numberBytes, at: start) }
        return JSONNumber(checked: String(decoding: bytes[start..<at], as: UTF8.self))
    }

    /// Parses all bytes and returns true if they are exactly one number.
    mutating func parsesAsSingleNumber() -> Bool {
        guard let first = bytes.first, first == Byte.minus || Byte.isDigit(first) else { return false }
        return (try? number()) != nil && at == bytes.count
    }

    private mutating func digits() throws(JSONSyntaxError) {
        guard at < bytes.count else { throw .unexpectedEnd(at: at) }
        guard Byte.isDigit(bytes[at]) else { throw .malformedNumber(at: at) }
        while at < bytes.count, Byte.isDigit(bytes[at]) { at += 1 }
    }
}
