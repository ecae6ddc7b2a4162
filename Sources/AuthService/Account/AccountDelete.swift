import AuthStore
import Contracts
import Domain
import JSONRPC
import Logging
import Primitives

extension Auth {
    /// Deletes the account: it is unusable and its phone number free when this returns. The outbox then calls the vault
    /// until the vault acknowledges.
    ///
    /// The request is confirmed by a code for this purpose, sent to the account's own number, or by a secret of the
    /// person's own. Its `requestId` is not used: after a deletion, authentication refuses every repetition with
    /// `accountDeleted`.
    func accountDelete(_ call: Call<AccountDelete, AuthenticatedPerson>) async throws -> Nothing {
        let account = call.caller.account
        let given = try await confirmation(of: call)
        let transition = try RegistrationView(registration: nil, account: account).transition(on: .delete)
        let deletion = AccountDeletion(
            record: deletionRecord(of: account.id), purge: purgeEntry(for: account.id))
        let outcome = try await recordingDeletions(of: account.id, by: deletion) { children in
            try await store.commitDeletion(
                transition, deleting: account.id, in: account.state, by: deletion, confirmedBy: given,
                withChildren: children, at: now)
        }
        switch outcome {
        case .deleted:
            wakeFeedNumbering()
            outboxWakeSignal.signal()
            return Nothing()
        case .refused(let refused): throw Fault(refused, purpose: .deleteAccount, at: now)
        case .unknown: throw Fault(.accountDeleted)
        case .stateChanged: throw Fault(.unavailable, retryAfterMs: 100)
        }
    }

    private func confirmation(
        of call: Call<AccountDelete, AuthenticatedPerson>
    ) async throws -> CountedConfirmation {
        let thumbprint = call.caller.session.thumbprint
        switch (call.params.challengeId, call.params.code, call.params.confirmation) {
        case (let id?, let code?, nil):
            guard let challenge = try await store.challenge(id, thumbprint: thumbprint),
                call.caller.account.phoneIndex?.isSameNumber(as: challenge.phoneIndex) == true
            else { throw Fault(.codeExpired) }
            return .message(try await checkCode(code, of: id, for: .deleteAccount, thumbprint: thumbprint))
        case (nil, nil, let given): return try await counted(given, for: .deleteAccount, by: call.caller)
        default: throw Fault(.invalidParams, field: "code")
        }
    }

    /// Records the deletion of an account, and of the children that it is the only parent of, before it is committed and
    /// after it.
    /// - Parameter commit: commits the deletion with those of the children.
    func recordingDeletions(
        of account: AccountID, by deletion: AccountDeletion,
        commit: ([AccountID: AccountDeletion]) async throws -> AccountDeletion.Outcome
    ) async throws -> AccountDeletion.Outcome {
        var children: [AccountID: AccountDeletion] = [:]
        for child in try await store.childrenOfOnly(account) {
            children[child] = AccountDeletion(record: deletionRecord(of: child), purge: purgeEntry(for: child))
        }
        var intents: [DeletionIntent] = []
        for tag in [deletion.record.tag] + children.values.map(\.record.tag) {
            if let intent = try await recordIntent(to: tag) { intents.append(intent) }
        }
        let outcome = try await commit(children)
        for intent in intents { await record(outcome, of: intent) }
        return outcome
    }

    /// Records the deletion in the file before it is committed. If that fails, nothing is deleted: the deletion would
    /// not survive a restore.
    func recordIntent(to tag: DeletionTag) async throws -> DeletionIntent? {
        do {
            return try await deletionFile?.begin(tag)
        } catch {
            log.error("an account was not deleted", metadata: ["error": "\(error)"])
            throw Fault(.storageFull, retryAfterMs: 10_000)
        }
    }

    /// Records the outcome. If that fails, the intent stays, and the next start compares it with the database. After an
    /// unknown commit, which throws, it stays too, and so does that of a call that found no account: another call has
    /// deleted it and records that.
    func record(_ outcome: AccountDeletion.Outcome, of intent: DeletionIntent) async {
        do {
            switch outcome {
            case .deleted: try await deletionFile?.record(.done, of: intent)
            case .refused, .stateChanged: try await deletionFile?.record(.abandoned, of: intent)
            case .unknown: break
            }
        } catch {
            log.error("the outcome of a deletion could not be recorded", metadata: ["error": "\(error)"])
        }
    }
}
