import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Leaves a child to its other parents, or deletes the child of an only parent.
    func childRemove(_ call: Call<ChildRemove, AuthenticatedPerson>) async throws -> ChildRemove.Answer {
        let own = call.caller.session, params = call.params
        let key = try idempotencyKey(
            ChildRemove.self, params.requestId, params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(
            key,
            replay: {
                _ = try replayedNothing($0)
                return ChildRemove.Answer(isDeleted: false)
            }
        ) {
            try await mappingFamilyRefusals {
                if try await store.isOnlyParent(own.account, of: params.childId) {
                    try await deleteChild(call)
                    return ChildRemove.Answer(isDeleted: true)
                }
                _ = try answer(
                    await store.leaveChild(
                        params.childId, by: own.account, in: own.id, idempotencyKey: key, at: now))
                return ChildRemove.Answer(isDeleted: false)
            }
        }
    }

    private func deleteChild(_ call: Call<ChildRemove, AuthenticatedPerson>) async throws {
        let own = call.caller.session, child = call.params.childId
        let given = try await counted(call.params.confirmation, for: .deleteAccount, by: call.caller)
        let deletion = AccountDeletion(record: deletionRecord(of: child), purge: purgeEntry(for: child))
        let intent = try await recordIntent(to: deletion.record.tag)
        do {
            try await confirming(.deleteAccount) {
                try await store.deleteChild(
                    child, by: own.account, in: own.id, deletion: deletion, confirmedBy: given, at: now)
            }
        } catch let refused as FamilyRefused {
            if let intent { await record(.stateChanged, of: intent) }
            throw refused
        } catch let fault as Fault where fault.kind != .unavailable {
            if let intent { await record(.stateChanged, of: intent) }
            throw fault
        }
        if let intent { await record(.deleted, of: intent) }
        wakeFeedNumbering()
        outboxWakeSignal.signal()
    }
}
