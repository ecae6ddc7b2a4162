import Primitives

/// The highest generation of an account's PIN that auth has named to this device.
///
/// A lower one later means that auth's database was restored to a time before the PIN was changed. The person has to be told
/// before they enter the changed PIN, because each wrong one is counted, and the last one blocks the account.
struct NewestPIN: Sendable, Hashable, Codable {
    let account: AccountID
    let generation: Int64
}

extension Profile {
    /// True if auth names an older PIN of an account than it did before.
    func isOlder(_ pin: PINChallengeInProgress.Parameters, of account: AccountID) -> Bool {
        guard let newestPIN, newestPIN.account == account else { return false }
        return pin.generation < newestPIN.generation
    }

    /// Remembers the PIN that auth has named last; nothing without an account, as in an unproven session.
    mutating func remember(_ pin: PINChallengeInProgress.Parameters?, of account: AccountID?) {
        guard let pin, let account else { return }
        newestPIN = NewestPIN(account: account, generation: pin.generation)
    }
}
