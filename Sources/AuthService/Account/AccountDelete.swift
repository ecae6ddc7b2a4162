import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Deletes the account: it is unusable and its phone number free when this returns. The outbox then calls the vault
    /// until the vault acknowledges.
    ///
    /// The request is confirmed by a code for this purpose, sent to the account's own number. Its `requestId` is not used:
    /// after a deletion, authentication refuses every repetition with `accountDeleted`.
    func accountDelete(_ call: Call<AccountDelete, AuthenticatedPerson>) async throws -> Nothing {
        let account = call.caller.account, thumbprint = call.caller.session.thumbprint
        guard let challenge = try await store.challenge(call.params.challengeId, thumbprint: thumbprint),
            challenge.phoneIndex == account.phoneIndex
        else { throw Fault(.codeExpired) }
        let attempt = try await checkCode(
            call.params.code, of: challenge.id, for: .deleteAccount, thumbprint: thumbprint)
        let entry: OutboxEntryID = random.id()
        let purge = OutboxEntry(
            id: entry, kind: .purge, sealed: OutboxPayload.purge(account.id).sealed(for: entry, keys: keys, random))
        let transition = try RegistrationView(registration: nil, account: account).transition(on: .delete)
        let outcome = try await store.commitDeletion(
            transition, deleting: account.id, in: account.state,
            by: AccountDeletion(attempt: attempt, tag: tag(of: account.id), purge: purge),
            sends: settings.sendLimits, at: now)
        switch outcome {
        case .deleted:
            wakeFeedNumbering()
            outboxWakeSignal.signal()
            return Nothing()
        case .codeUnusable: throw Fault(.codeExpired)
        case .unknown: throw Fault(.accountDeleted)
        case .stateChanged: throw Fault(.unavailable, retryAfterMs: 100)
        }
    }
}
