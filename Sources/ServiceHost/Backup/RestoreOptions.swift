public import ArgumentParser
import Glibc
import Logging
import Primitives
public import SQL
import SQLite
public import StrictJSON

/// `restore` of both services: puts a copy made by `backup` in the place of the SQLite database. On PostgreSQL, and
/// with `--in-place`, it does what remains after other tools have restored the database.
public struct RestoreOptions: ParsableArguments {
    @OptionGroup var options: DatabaseOptions

    @Option(name: .customLong("from"), help: "SQLite: the copy made by backup. It is only read.")
    var copy: String?

    @Flag(
        help: """
            The database in place is an older copy that another tool put there: does everything but copy a file.
            """)
    var inPlace = false

    @Flag(help: "Print JSON.")
    var json = false

    public init() {}

    /// What a service has done and found beside the restore of the database.
    public struct Report: Sendable {
        let counts: [(name: String, count: Int)]
        let members: JSONObject
        let lines: [String]
        let notes: [String]

        /// - Parameters:
        ///   - members: further members of the JSON object.
        ///   - lines: what ``members`` says, as lines for the administrator.
        ///   - notes: sentences for the administrator; in JSON the member `notes`.
        public init(
            counts: [(name: String, count: Int)] = [], members: JSONObject = [:], lines: [String] = [],
            notes: [String] = []
        ) {
            (self.counts, self.members, self.lines, self.notes) = (counts, members, lines, notes)
        }
    }

    /// The parts of a restore that each service does in its own way.
    public struct Steps: Sendable {
        let migrations: [Migration]
        let checkKeys: @Sendable (any Database, CommonConfiguration) async throws -> Void
        let checkFiles: @Sendable (CommonConfiguration) throws -> Void
        let beginGeneration: @Sendable (CommonConfiguration) throws -> GenerationChange
        let finish: @Sendable (any Database, CommonConfiguration) async throws -> Report

        /// - Parameters:
        ///   - checkKeys: throws if the key files are not the ones that the copy was written with.
        ///   - checkFiles: throws if a file that the restore writes beside the database cannot be written.
        ///   - beginGeneration: makes the closure that changes the restored database in the transaction that begins its generation.
        ///   - finish: changes it further, and returns what was done.
        public init(
            migrations: [Migration],
            checkKeys: @escaping @Sendable (any Database, CommonConfiguration) async throws -> Void,
            checkFiles: @escaping @Sendable (CommonConfiguration) throws -> Void = { _ in },
            beginGeneration: @escaping @Sendable (CommonConfiguration) throws -> GenerationChange,
            finish: @escaping @Sendable (any Database, CommonConfiguration) async throws -> Report
        ) {
            self.migrations = migrations
            self.checkKeys = checkKeys
            self.checkFiles = checkFiles
            self.beginGeneration = beginGeneration
            self.finish = finish
        }
    }

    /// Restores the database and prints what was done.
    ///
    /// - Throws: one line that says why the copy was refused; the present database is then as it was.
    ///   ``UnfinishedRestore`` if a later step failed, when the copy was already in the place of the database.
    public func run<Configuration: ServiceConfiguration>(_ type: Configuration.Type, _ steps: Steps) async throws {
        let common = try options.configuration(type).common
        let beginGeneration = try steps.beginGeneration(common)
        // A file that cannot be written would end the restore after the database has been replaced.
        let log = Logger(label: "latchkey-\(common.service)")
        try common.timelineCheck(log: log, beginGeneration: beginGeneration).file.checkWritable()
        _ = try common.auditHeadFile.read()
        try steps.checkFiles(common)
        var replaced: SQLiteRestore.Outcome?
        switch (common.database, copy) {
        case (_, _?) where inPlace:
            throw ValidationError("--in-place is for a database that other tools have restored: leave --from out")
        case (.sqlite(let path), let copy?):
            replaced = try await SQLiteRestore(path: path, copy: copy, now: WallClock.system.now).run(steps.migrations)
            {
                try await steps.checkKeys($0, common)
            }
        case (.sqlite(let path), nil) where inPlace:
            guard access(path, F_OK) == 0 else {
                throw ValidationError("there is no database \(path): name its data folder with --data")
            }
        case (.sqlite, nil):
            throw ValidationError(
                "--from is missing: name the copy that backup made, or say --in-place if the database in place is an older copy"
            )
        case (.postgres, nil): break
        case (.postgres, _?):
            throw ValidationError(
                "--from is for SQLite: restore PostgreSQL with its own tools, then run this command without --from")
        }
        do {
            let opened = try await options.open(type, beginGeneration: beginGeneration).database
            try await opened.closing {
                try await opened.requireStopped()
                try await finish(opened, common, steps, replaced)
            }
        } catch {
            guard let replaced else { throw error }
            throw UnfinishedRestore(cause: "\(error)", kept: replaced.kept)
        }
    }

    private func finish(
        _ opened: any ServiceDatabase, _ common: CommonConfiguration, _ steps: Steps, _ replaced: SQLiteRestore.Outcome?
    ) async throws {
        try await opened.requireBelievedClock(common, stored: nil)
        let completion = RestoreCompletion(migrations: steps.migrations, now: WallClock.system.now) {
            try await steps.checkKeys($0, common)
        }
        let number = try await completion.run(on: opened)
        let done = try await steps.finish(opened.database, common)
        let summary = RestoreSummary(generation: number, done: done, replaced: replaced)
        print(json ? JSON.object(summary.json).text : summary.lines.joined(separator: "\n"))
    }
}
