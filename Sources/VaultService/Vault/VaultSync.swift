import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Pushes, then pulls, in one call. The push checks the cursor first: if it is refused, nothing has been pushed.
    /// The page may have as many bytes as the bodies in the results leave of the limit, and has at least one item.
    func vaultSync(_ call: Call<VaultSync, CallAuthorization>) async throws -> VaultSync.Answer {
        let account = call.caller.account
        let cursor = try presentedCursor(call.params.cursor, of: call.caller)
        var results: [OpResult] = [], bytes = store.limits.bytesPerPage
        if !call.params.ops.isEmpty {
            let answer = try await push(
                call.params.ops, isAtomic: call.params.atomic ?? false, from: cursor, by: call.caller)
            (results, bytes) = (answer.results, answer.remainingBytes)
        }
        let page = try await store.pull(
            account, from: cursor, at: clock.now, limit: call.params.limit, bytes: bytes)
        countReads(of: page.items, by: call.caller)
        return VaultSync.Answer(
            results: results, items: wireItems(page.items),
            cursor: cursorText(after: page, from: cursor, call.params.cursor, of: account), more: page.hasMore,
            epoch: page.head.epoch, head: DecimalInt64(page.head.seq), formerEpochs: wireEpochs(page.formerEpochs))
    }
}
