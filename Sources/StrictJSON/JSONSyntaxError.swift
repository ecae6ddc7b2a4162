/// The reason why a text is not strict JSON, with the offset of the byte, counted from 0.
public enum JSONSyntaxError: Error, Sendable, Hashable {
    /// The text has more bytes than the limit; it was not read.
    case tooLong(limit: Int)
    /// The text begins with a byte order mark, which RFC 8259 forbids.
    case byteOrderMark
    /// The text ends inside a value, or has none.
    case unexpectedEnd(at: Int)
    /// The byte cannot stand here; `wanted` names what is expected instead, such as "a value".
    case unexpected(byte: UInt8, wanted: String, at: Int)
    /// A word that is not `true`, `false` or `null`, such as `NaN`.
    case unknownWord(at: Int)
    /// The number has a leading zero, or another byte where a digit is required. The offset is that of the digit after
    /// the zero, or of the other byte.
    case malformedNumber(at: Int)
    /// The number token is longer than the limit. The offset is that of its first byte.
    case numberTooLong(limit: Int, at: Int)
    /// A string contains a raw control character (below U+0020).
    case controlCharacter(UInt8, at: Int)
    /// A backslash begins no escape that JSON has. The offset is that of the backslash.
    case unknownEscape(at: Int)
    /// An escape is one half of a surrogate pair without the other. The offset is that of its backslash.
    case loneSurrogate(at: Int)
    /// The bytes of a string are not UTF-8. The offset is that of the first byte of the ill-formed sequence.
    case invalidUTF8(at: Int)
    /// A string or name is longer than the limit. The offset is that of its opening quote.
    case stringTooLong(limit: Int, at: Int)
    /// Arrays and objects are nested deeper than the limit. The offset is that of the opening bracket.
    case tooDeep(limit: Int, at: Int)
    /// An array or object has more elements than the limit. The offset is that of the first one too many.
    case tooManyElements(limit: Int, at: Int)
    /// An object has two members of one name. The offset is that of the second one's opening quote.
    case duplicateKey(String, at: Int)
    /// The value is followed by other text.
    case trailing(at: Int)
}

extension JSONSyntaxError {
    /// The offset of the byte at which the text was refused, counted from 0.
    public var byteOffset: Int {
        switch self {
        case .byteOrderMark: 0
        case .tooLong(let limit): limit
        case .unexpectedEnd(let at), .unknownWord(let at), .malformedNumber(let at), .unknownEscape(let at),
            .loneSurrogate(let at), .invalidUTF8(let at), .trailing(let at), .unexpected(_, _, let at),
            .numberTooLong(_, let at), .controlCharacter(_, let at), .stringTooLong(_, let at), .tooDeep(_, let at),
            .tooManyElements(_, let at), .duplicateKey(_, let at):
            at
        }
    }

    /// One sentence for the caller. It repeats at most one byte, or 64 characters of a name, of the text.
    public var reason: String {
        switch self {
        case .tooLong(let limit): "The text is longer than \(limit) bytes."
        case .byteOrderMark: "The text begins with a byte order mark."
        case .unexpectedEnd: "The text ends before its value does."
        case .unexpected(let byte, let wanted, _): "Expected \(wanted), found \(Self.name(of: byte))."
        case .unknownWord: "The only words in JSON are true, false and null."
        case .malformedNumber: "The number has a leading zero, or lacks a digit."
        case .numberTooLong(let limit, _): "The number is longer than \(limit) characters."
        case .controlCharacter(let byte, _): "The string holds the raw control character \(Self.name(of: byte))."
        case .unknownEscape: "The string holds an escape that JSON does not have."
        case .loneSurrogate: "The string holds half of a surrogate pair."
        case .invalidUTF8: "The text is not UTF-8."
        case .stringTooLong(let limit, _): "The string is longer than \(limit) bytes."
        case .tooDeep(let limit, _): "Arrays and objects are nested more than \(limit) levels deep."
        case .tooManyElements(let limit, _): "An array or object has more than \(limit) elements."
        case .duplicateKey(let name, _): "The member \"\(name.prefix(64))\" appears twice."
        case .trailing: "Something follows the value."
        }
    }

    private static func name(of byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0x0\(digits)" : "0x\(digits)"
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    public var description: String { "\(reason) (byte \(byteOffset))" }
}
