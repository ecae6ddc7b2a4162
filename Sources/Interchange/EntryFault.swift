/// The reasons why a part of a file is no entry. The description is a sentence for a person and never repeats the shared
/// key.
public enum EntryFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text does not begin with `otpauth://`.
    case notOTPAuth
    /// The address is longer than ``OTPAuthURI`` parses.
    case addressTooLong
    /// The type is none of `totp`, `hotp` and `steam`.
    case unknownType
    /// A percent escape is malformed, or does not decode to UTF-8.
    case brokenEscape
    /// The part holds no object where the format has one for each entry.
    case notAnObject
    /// The parameter of this name appears twice.
    case repeated(String)
    /// The label or the value of this name is missing.
    case missing(String)
    /// The value of this name is malformed or out of bounds.
    case refused(String, why: String)
    /// The other app had the entry in its trash.
    case inTrash
    /// An address of several entries is damaged.
    case damagedParts(why: String)

    public var description: String {
        switch self {
        case .notOTPAuth: "This is not an otpauth:// address."
        case .addressTooLong: "The address is over \(OTPAuthURI.mostBytes) bytes."
        case .unknownType: "The type is none of totp, hotp and steam."
        case .brokenEscape: "A percent escape in the address is broken."
        case .notAnObject: "This is not a JSON object with the members of an entry."
        case .repeated(let name): "The address contains \(name) twice."
        case .missing(let name): "The \(name) is missing."
        case .refused(let name, let why): "The \(name) cannot be used: \(why)."
        case .inTrash: "The other app had this entry in its trash."
        case .damagedParts(let why): "The otpauth-migration:// address is damaged: \(why)."
        }
    }
}
