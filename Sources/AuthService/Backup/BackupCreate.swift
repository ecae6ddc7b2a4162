import Contracts
import JSONRPC

extension Auth {
    /// Copies the database into a new file. The program that opened the database provides the closure that does it.
    func backupCreate(_ call: Call<BackupCreate, Void>) async throws -> BackupCreate.Answer {
        try await createBackup(call.params, call.context)
    }
}
