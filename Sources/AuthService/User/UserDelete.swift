import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Deletes a person's account as `account.delete` does, without a code: for a number that has a new owner.
    func userDelete(_ call: Call<UserDelete, Void>) async throws -> Nothing {
        let account = try await person(call.params)
        switch try await delete(account, reason: printable(call.params.reason)) {
        case .deleted: return Nothing()
        case .unknown: throw Fault(.userUnknown)
        case .stateChanged, .refused: throw Fault(.unavailable, retryAfterMs: 100)
        }
    }

    /// Deletes at most 100 accounts that have no number and none of whose devices was used for 90 days.
    func deleteAbandonedAccounts(at now: Instant) async throws {
        for id in try await store.abandonedAccounts(limit: 100, at: now) {
            guard let account = try await store.account(id) else { continue }
            _ = try await delete(account, reason: "no number, and no device used for 90 days", ifAbandonedAt: now)
        }
    }

    private func delete(
        _ account: AccountRecord, reason: String?, ifAbandonedAt abandoned: Instant? = nil
    ) async throws -> AccountDeletion.Outcome {
        let transition = try RegistrationView(registration: nil, account: account).transition(on: .delete)
        let deletion = AccountDeletion(record: deletionRecord(of: account.id), purge: purgeEntry(for: account.id))
        let outcome = try await recordingDeletions(of: account.id, by: deletion) { children in
            try await store.commitDeletion(
                transition, deleting: account.id, in: account.state, by: deletion,
                confirmedBy: .decision(by: .administrator, reason: reason), ifAbandonedAt: abandoned,
                withChildren: children, at: now)
        }
        if case .deleted = outcome {
            wakeFeedNumbering()
            outboxWakeSignal.signal()
        }
        return outcome
    }
}
