import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Deletes the account: unusable and its number free when this returns, and the vault told until it acknowledges.
    ///
    /// Confirmed by a fresh code that was sent for nothing else, to the account's own number.
    func accountDelete(_ call: Call<AccountDelete, AuthenticatedPerson>) async throws -> Nothing {
        let account = call.caller.account, key = call.caller.session.thumbprint
        guard let challenge = try await store.challenge(call.params.challengeId, by: key),
            challenge.phoneIndex == account.phoneIndex
        else { throw Fault(.codeExpired) }
        let attempt = try await guess(call.params.code, at: challenge.id, for: .deleteAccount, by: key)
        let entry: EventID = random.id()
        let purge = OutboxEntry(
            id: entry, kind: .purge, sealed: OutboxPayload.purge(account.id).sealed(as: entry, by: keys, random))
        switch try await store.delete(
            account.id, by: attempt, tag: tag(of: account.id), purge: purge, sends: settings.sendLimits, at: now)
        {
        case .done:
            tell()
            outboxWakeSignal.signal()
            return Nothing()
        case .over: throw Fault(.codeExpired)
        case .unknown: throw Fault(.accountDeleted)
        }
    }
}
