import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Returns the head of the account's vault, the counts that limits apply to, and the limits.
    func vaultInfo(_ call: Call<VaultInfo, CallAuthorization>) async throws -> VaultInfo.Answer {
        let head = try await store.head(of: call.caller.account, at: clock.now)
        return VaultInfo.Answer(
            epoch: head.epoch, head: DecimalInt64(head.seq), items: Int(head.items), bytes: Int(head.bytes),
            tombstones: Int(head.tombstones), operations: Int(head.operations), historyBytes: Int(head.historyBytes),
            limits: limits)
    }

    private var limits: VaultLimits {
        let limits = store.limits
        return VaultLimits(
            opsPerPush: limits.opsPerPush, bytesPerPush: limits.bytesPerPush, bytesPerBody: limits.bytesPerBody,
            itemsPerPage: limits.itemsPerPage, itemsPerAccount: Int(limits.itemsPerAccount),
            bytesPerAccount: Int(limits.bytesPerAccount), tombstonesPerAccount: Int(limits.tombstonesPerAccount),
            operationsPerAccount: Int(limits.operationsPerAccount),
            historyBytesPerAccount: Int(limits.historyBytesPerAccount),
            operationsPerHour: Int(limits.operationsPerHour), longPollMs: settings.longPollMs,
            wrapsPerAccount: limits.wrapsPerAccount,
            backendOperationsPerHour: Int(limits.backendOperationsPerHour))
    }
}
