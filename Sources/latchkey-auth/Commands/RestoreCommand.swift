import ArgumentParser
import AuditService
import AuthService
import AuthStore
import Primitives
import ServiceHost

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: """
            Puts a copy made by backup in the place of the SQLite database, ends every session and open code, and deletes \
            again the accounts that were deleted since. With --in-place, and on PostgreSQL, it does the same to \
            a database that other tools have restored. The service must be stopped.
            """)

    @OptionGroup var options: RestoreOptions

    func run() async throws {
        try await options.run(
            AuthConfiguration.self,
            RestoreOptions.Steps(
                migrations: AuthStore.migrations,
                checkKeys: { database, common in
                    let files = try AuthKeyFiles(existingIn: common)
                    try await AuthKeyCheck(keys: files.keys, files: files.rotating).run(on: AuthStore(database))
                },
                checkFiles: { try DeletionFile(path: $0.dataFolder.deletions).checkWritable() },
                beginGeneration: { common in
                    AuthServer.beginGeneration(auditedBy: try AuthKeyFiles(existingIn: common).auditAuthenticator)
                },
                finish: { database, common in
                    let auth = Auth(forCommandOn: database, try AuthKeyFiles(existingIn: common), common)
                    try await auth.useKeys()
                    let ended = try await VoidedByRestore.count(on: database)
                    let deletions = try await auth.reconcileDeletionFile(mayMissCommits: true)
                    let children = try await AuthStore(database).childrenWithoutParent(
                        limit: 10_000, at: WallClock.system.now)
                    let auditEnds = try await auth.audit.acceptRestoredEnd()
                    return .init(
                        counts: [
                            ("sessionsEnded", ended.sessions), ("codesEnded", ended.codes),
                            ("messagesDropped", ended.messages), ("holdsResumed", ended.holds),
                            ("accountsDeletedAgain", deletions), ("childDevicesLocked", ended.childDevices),
                            ("childrenWithoutParent", children.count),
                        ],
                        notes: [
                            """
                            Admitted devices and approvals are those of the copy: end and disapprove again what was ended \
                            and disapproved since it was made.
                            """,
                            """
                            Each bound device of a child is locked, because its access may have been revoked since the copy \
                            was made: tell parents that 'latchkey parent unlock' opens it, or 'latchkey parent revoke' \
                            ends the access again. 'child list \
                            --locked-by-restore' shows the children.
                            """,
                            """
                            Parents of children are those of the copy: remove again with 'latchkey-auth child remove-parent' \
                            whoever has ceased to be one since. 'child list --without-parent' shows the children that have \
                            none; 'child add-parent' gives them one.
                            """,
                            """
                            Recovery codes that were used since the copy was made can be used again, and each suspension \
                            that the copy holds lasts 72 hours from now.
                            """,
                        ]
                            + [auditEnds].compactMap(\.self).map {
                                $0.present.noteOfRestore(insteadOf: $0.former, service: AuthConfiguration.service)
                            })
                }))
    }
}
