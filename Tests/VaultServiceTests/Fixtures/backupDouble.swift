import Contracts
import JSONRPC
import StrictJSON

/// Stands in for the copy of the database, which only the program can make: refuses the path `/exists`, and otherwise
/// answers with one page for each byte of the path.
@Sendable func backupDouble(_ params: BackupCreate.Params, _ context: RequestContext) throws -> BackupCreate.Answer {
    guard params.path != "/exists" else { throw Fault(.backupRefused, detail: ["reason": "/exists exists already"]) }
    return BackupCreate.Answer(bytes: 4_096 * params.path.utf8.count, durationMs: 12)
}
