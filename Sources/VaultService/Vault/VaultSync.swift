import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Pushes, then pulls, in one round trip. The cursor is looked at first: a push whose answer is a refusal would have
    /// to be sent again.
    func vaultSync(_ call: Call<VaultSync, Admission>) async throws -> VaultSync.Answer {
        let account = call.caller.account
        let place = try call.params.cursor.map { try store.place(in: $0, of: account) }
        var results: [OpResult] = []
        if !call.params.ops.isEmpty {
            results = try await push(
                call.params.ops, isAtomic: call.params.atomic ?? false, cursor: call.params.cursor, by: call.caller
            ).results
        } else if let place {
            try await note(place, by: call.caller)
        }
        let page = try await store.pull(account, from: place, limit: call.params.limit)
        return VaultSync.Answer(
            results: results, items: show(page.items),
            cursor: cursor(after: page, given: call.params.cursor, at: place, of: account), more: page.hasMore,
            epoch: page.head.epoch,
            head: DecimalInt64(page.head.seq))
    }
}
