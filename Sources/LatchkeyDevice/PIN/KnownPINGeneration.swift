import Primitives

/// The generation of an account's PIN that auth has named to this device last.
///
/// If auth then names a lower one, its database was restored to a time before the PIN was changed. The person has to be told so
/// before they enter the changed PIN, because each wrong PIN is counted, and the last one blocks the account.
struct KnownPINGeneration: Sendable, Hashable, Codable {
    let account: AccountID
    let generation: Int64
}

extension Profile {
    /// True if the PIN that auth names now is older than the one it named last.
    func isOlder(_ pin: PINChallengeInProgress.Parameters, of account: AccountID) -> Bool {
        guard let knownPINGeneration, knownPINGeneration.account == account else { return false }
        return pin.generation < knownPINGeneration.generation
    }

    /// Stores the generation that auth has named. Does nothing without a PIN or an account: an unproven session knows none.
    mutating func remember(_ pin: PINChallengeInProgress.Parameters?, of account: AccountID?) {
        guard let pin, let account else { return }
        knownPINGeneration = KnownPINGeneration(account: account, generation: pin.generation)
    }
}
