import Contracts
import JSONRPC

extension Auth {
    /// Copies the database into a new file, as the process that opened it does.
    func backupCreate(_ call: Call<BackupCreate, Void>) async throws -> BackupCreate.Answer {
        try await createBackup(call.params, call.context)
    }
}
