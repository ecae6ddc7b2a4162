/// Why a text was refused and at which byte, counted from 0.
public enum JSONSyntaxError: Error, Sendable, Hashable {
    /// The text has more bytes than the limit; nothing of it was read.
    case tooLong(limit: Int)
    /// The text begins with a byte order mark, which RFC 8259 forbids to add.
    case byteOrderMark
    /// The text ends in the middle of a value, or holds none.
    case unexpectedEnd(at: Int)
    /// Another byte was due here; `wanted` names what, as "a value".
    case unexpected(byte: UInt8, wanted: String, at: Int)
    /// A word that is not `true`, `false` or `null`, such as `NaN`.
    case unknownWord(at: Int)
    /// A number out of grammar: a leading zero, or no digit where one is due. Points at the byte that breaks it.
    case malformedNumber(at: Int)
    /// A number token longer than the limit. Points at its first byte.
    case numberTooLong(limit: Int, at: Int)
    /// A raw control character (below U+0020) inside a string.
    case controlCharacter(UInt8, at: Int)
    /// A backslash followed by nothing that JSON knows. Points at the backslash.
    case unknownEscape(at: Int)
    /// Half of a UTF-16 pair, written as an escape. Points at its backslash.
    case loneSurrogate(at: Int)
    /// Bytes that are not UTF-8. Points at the first byte of the broken sequence.
    case invalidUTF8(at: Int)
    /// A string or name longer than the limit. Points at its opening quote.
    case stringTooLong(limit: Int, at: Int)
    /// One array or object more inside each other than the limit. Points at its opening bracket.
    case tooDeep(limit: Int, at: Int)
    /// One element or member more than the limit. Points at it.
    case tooManyElements(limit: Int, at: Int)
    /// A name that this object already has. Points at the second one's opening quote.
    case duplicateKey(String, at: Int)
    /// Something follows the value.
    case trailing(at: Int)
}

extension JSONSyntaxError {
    /// The first byte that made the text refused, counted from 0.
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

    /// One plain sentence for the caller. Of what was sent it repeats at most one byte, or 64 characters of a name.
    public var reason: String {
        switch self {
        case .tooLong(let limit): "The text is longer than \(limit) bytes."
        case .byteOrderMark: "The text begins with a byte order mark."
        case .unexpectedEnd: "The text ends before its value does."
        case .unexpected(let byte, let wanted, _): "Where \(wanted) was due there is \(Self.name(of: byte))."
        case .unknownWord: "The only words in JSON are true, false and null."
        case .malformedNumber: "The number has a leading zero, or lacks a digit."
        case .numberTooLong(let limit, _): "The number is longer than \(limit) characters."
        case .controlCharacter(let byte, _): "The string holds the raw control character \(Self.name(of: byte))."
        case .unknownEscape: "The string holds an escape that JSON does not have."
        case .loneSurrogate: "The string holds half of a surrogate pair."
        case .invalidUTF8: "The text is not UTF-8."
        case .stringTooLong(let limit, _): "The string is longer than \(limit) bytes."
        case .tooDeep(let limit, _): "Arrays and objects lie more than \(limit) deep."
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
    /// The reason and the place.
    public var description: String { "\(reason) (byte \(byteOffset))" }
}
