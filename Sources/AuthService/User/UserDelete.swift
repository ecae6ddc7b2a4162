import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Deletes a person's account as `account.delete` does, without a code: for a number that has a new owner.
    func userDelete(_ call: Call<UserDelete, Void>) async throws -> Nothing {
        let account = try await person(call.params)
        let transition = try RegistrationView(registration: nil, account: account).transition(on: .delete)
        let deletion = AccountDeletion(record: deletionRecord(of: account.id), purge: purgeEntry(for: account.id))
        let intent = try await recordIntent(to: deletion.record.tag)
        let outcome = try await store.commitDeletion(
            transition, deleting: account.id, in: account.state, by: deletion,
            confirmedBy: .administrator(reason: call.params.reason), at: now)
        if let intent { await record(outcome, of: intent) }
        switch outcome {
        case .deleted:
            wakeFeedNumbering()
            outboxWakeSignal.signal()
            return Nothing()
        case .unknown: throw Fault(.userUnknown)
        case .stateChanged, .refused: throw Fault(.unavailable, retryAfterMs: 100)
        }
    }
}
