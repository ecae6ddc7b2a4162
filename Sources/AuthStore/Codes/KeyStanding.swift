/// The relation of a device key to the account of a number: whose share of the limits on codes it draws on.
enum KeyStanding: Sendable, Hashable {
    /// The key is admitted on the account.
    case admitted
    /// The key was admitted once and is not now. It has windows of its own for the number, so that the thief of a
    /// device that was removed does not use up those of the devices that remain.
    case former
    /// The key never held a full session of the number's account, or the number has no account. The two are treated
    /// alike, so that no answer shows whether an account exists.
    case stranger

    /// The scope of the windows that count sends to one number.
    var numberScope: String {
        switch self {
        case .admitted: "own number"
        case .former: "former number"
        case .stranger: "number"
        }
    }

    /// The beginning of the other scopes.
    var scopePrefix: String { self == .stranger ? "" : "own " }
}
