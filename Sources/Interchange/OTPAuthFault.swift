/// Why a text is no otpauth entry, in words a person understands; it never repeats the secret.
public enum OTPAuthFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It does not begin with `otpauth://`.
    case notOTPAuth
    /// The type is neither totp nor hotp.
    case unknownType
    /// A percent escape is broken, or what it says is not UTF-8.
    case brokenEscape
    /// A parameter appears twice.
    case repeated(String)
    /// A parameter that is needed is missing.
    case missing(String)
    /// A parameter's value is out of bounds.
    case refused(String, why: String)

    /// One sentence.
    public var description: String {
        switch self {
        case .notOTPAuth: "This is not an otpauth:// address."
        case .unknownType: "The address is of neither kind of code, totp or hotp."
        case .brokenEscape: "A percent escape in the address is broken."
        case .repeated(let name): "The address says \(name) twice."
        case .missing(let name): "The address lacks \(name)."
        case .refused(let name, let why): "The address's \(name) cannot be used: \(why)."
        }
    }
}
