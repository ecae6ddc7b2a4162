/// The reasons why a text is not an otpauth address. The description is a sentence for a person and never repeats the
/// shared key.
public enum OTPAuthFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text does not begin with `otpauth://`, or is over 4096 bytes.
    case notOTPAuth
    /// The type is neither `totp` nor `hotp`.
    case unknownType
    /// A percent escape is malformed, or does not decode to UTF-8.
    case brokenEscape
    /// The parameter of this name appears twice.
    case repeated(String)
    /// The label or the parameter of this name is missing.
    case missing(String)
    /// The value of this name is malformed or out of bounds.
    case refused(String, why: String)

    public var description: String {
        switch self {
        case .notOTPAuth: "This is not an otpauth:// address."
        case .unknownType: "The address's type is neither totp nor hotp."
        case .brokenEscape: "A percent escape in the address is broken."
        case .repeated(let name): "The address contains \(name) twice."
        case .missing(let name): "The address lacks \(name)."
        case .refused(let name, let why): "The address's \(name) cannot be used: \(why)."
        }
    }
}
