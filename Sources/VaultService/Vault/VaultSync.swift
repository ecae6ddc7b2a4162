import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Pushes, then pulls, in one call. The cursor is decoded and checked first: if it is refused, nothing has been
    /// pushed. The page is as much smaller as the results show bodies, but has at least one item.
    func vaultSync(_ call: Call<VaultSync, CallAuthorization>) async throws -> VaultSync.Answer {
        let account = call.caller.account
        let cursor = try cursor(call.params.cursor, of: call.caller)
        var results: [OpResult] = [], bytes = store.limits.bytesPerPage
        if !call.params.ops.isEmpty {
            let answer = try await push(
                call.params.ops, isAtomic: call.params.atomic ?? false, cursor: call.params.cursor, by: call.caller)
            (results, bytes) = (answer.results, answer.remainingBytes)
        } else if let cursor {
            acknowledge(cursor, by: call.caller)
        }
        let page = try await store.pull(
            account, from: cursor, at: clock.now, limit: call.params.limit, bytes: bytes)
        return VaultSync.Answer(
            results: results, items: wireItems(page.items),
            cursor: cursorText(after: page, from: cursor, call.params.cursor, of: account), more: page.hasMore,
            epoch: page.head.epoch, head: DecimalInt64(page.head.seq), formerEpochs: wireEpochs(page.formerEpochs))
    }
}
