/// What became of one person of a list that the administrator imports. Raw values are words of the wire.
public enum ImportOutcome: String, CaseIterable, Hashable, Sendable, Codable {
    /// The account was made.
    case created
    /// The number has an account in this group, which was not changed.
    case unchanged
    /// The number has an account in another group, which was not changed.
    case inOtherGroup
    /// The number is an operator's.
    case isOperator
    /// The text is no phone number with the country's code.
    case phoneInvalid
    /// There is no such group.
    case groupUnknown
    /// The group verifies no numbers, so that nobody could prove the account's.
    case groupUnsuitable
}
