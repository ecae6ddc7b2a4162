import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Gives an account a new data key, or orders one for every account. Both leave a row in the audit log.
    func dataKeyRotate(_ call: Call<DataKeyRotate, Void>) async throws -> DataKeyRotate.Answer {
        if let account = call.params.accountId {
            guard try await store.renewDataKey(of: account, at: clock.now) else {
                throw Fault(.keyRefused, reason: "the vault has no data key of the account \(account)")
            }
        } else {
            try await store.orderDataKeys(at: clock.now)
        }
        return DataKeyView(try await store.dataKeyProgress())
    }
}

extension DataKeyView {
    init(_ progress: DataKeyProgress) { self.init(waiting: progress.waiting, former: progress.former) }
}
