/// The parser: one pass over the bytes. It recurses once for each level of arrays and objects, at most `limits.depth`
/// deep.
struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    /// The offset of the next byte.
    var at = 0
    var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses the whole text: one value, with optional white space around it.
    mutating func text() throws(JSONSyntaxError) -> JSON {
        guard bytes.count <= limits.bytes else { throw .tooLong(limit: limits.bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark }
        let value = try value()
        skipSpace()
        guard at == bytes.count else { throw .trailing(at: at) }
        return value
    }

    /// Parses the value that begins at the next byte other than white space.
    mutating func value() throws(JSONSyntaxError) -> JSON {
        switch try next() {
        case Byte.quote: return .string(try string())
        case Byte.openBrace: return .object(try object())
        case Byte.openBracket: return .array(try array())
        case Byte.minus, Byte.zero...Byte.nine: return .number(try number())
        case Byte.t: return try word("true", is: .bool(true))
        case Byte.f: return try word("false", is: .bool(false))
        case Byte.n: return try word("null", is: .null)
        case let byte where Byte.isLetter(byte): throw .unknownWord(at: at)
        case let byte: throw .unexpected(byte: byte, wanted: "a value", at: at)
        }
    }

    mutating func skipSpace() {
        while at < bytes.count, Byte.isSpace(bytes[at]) { at += 1 }
    }

    /// Skips white space and returns the next byte without consuming it.
    mutating func next() throws(JSONSyntaxError) -> UInt8 {
        skipSpace()
        guard at < bytes.count else { throw .unexpectedEnd(at: at) }
        return bytes[at]
    }

    private mutating func word(_ word: StaticString, is value: JSON) throws(JSONSyntaxError) -> JSON {
        let length = word.utf8CodeUnitCount
        guard at + length <= bytes.count else { throw .unknownWord(at: at) }
        for index in 0..<length where bytes[at + index] != word.utf8Start[index] { throw .unknownWord(at: at) }
        if at + length < bytes.count, Byte.isLetter(bytes[at + length]) { throw .unknownWord(at: at) }
        at += length
        return value
    }
}
