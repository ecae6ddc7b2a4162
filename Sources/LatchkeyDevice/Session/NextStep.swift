/// What a session needs before it is full. Raw values are the words of the wire.
public enum NextStep: String, Sendable, Hashable, Codable {
    /// The account's PIN is proven; an unproven session may be admitted by another device instead.
    case provePIN
    /// The login has to make a PIN, because the account has none.
    case createPIN
    /// A second factor is proven.
    case secondFactor
    /// Another device of the account admits this one.
    case admit
}
