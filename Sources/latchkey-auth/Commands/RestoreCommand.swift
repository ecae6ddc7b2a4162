import ArgumentParser
import AuthService
import AuthStore
import Primitives
import SQL
import ServiceHost
import Synchronization

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: """
            Puts a copy made by backup in the place of the SQLite database, ends every session and open code, and deletes \
            again the accounts that were deleted since. On PostgreSQL it does the same after the database was restored \
            with PostgreSQL's tools. The service must be stopped.
            """)

    @OptionGroup var options: RestoreOptions

    /// The effects that the transaction of the new generation has carried out.
    private final class Effects: Sendable {
        let done = Mutex<RestoreEffects?>(nil)
    }

    func run() async throws {
        let effects = Effects()
        try await options.run(
            AuthConfiguration.self,
            RestoreOptions.Steps(
                migrations: AuthStore.migrations,
                checkKeys: { database, common in
                    try await AuthKeyCheck(keys: AuthKeyFiles(existingIn: common).keys).run(on: AuthStore(database))
                },
                checkFiles: { try DeletionFile(path: $0.dataFolder.deletions).checkWritable() },
                beginGeneration: { transaction, now, reason in
                    let done = try AuthServer.beginGeneration(transaction, at: now, because: reason)
                    effects.done.withLock { $0 = done }
                },
                finish: { database, common in
                    let auth = Auth(forCommandOn: database, try AuthKeyFiles(existingIn: common), common)
                    let deletions = try await auth.reconcileDeletionFile(mayMissCommits: true)
                    let done = effects.done.withLock { $0 }
                    return [
                        ("sessionsEnded", done?.sessions ?? 0), ("codesEnded", done?.codes ?? 0),
                        ("messagesDropped", done?.messages ?? 0), ("accountsDeletedAgain", deletions),
                    ]
                }))
    }
}
