public import ArgumentParser
import Contracts
import Glibc
import Primitives
public import SQL
import SQLite
import StrictJSON

/// `backup` of both services: copies the SQLite database into a new file. If the service runs, it makes the copy
/// itself.
///
/// The copy is marked as one, so that its first start always begins a new generation.
public struct BackupOptions: ParsableArguments {
    /// The longest time that the running service may take for a copy, in seconds.
    private static let callLimit = 3_600

    @OptionGroup var options: DatabaseOptions

    @Option(name: .customLong("to"), help: "The new file. An existing file is refused.")
    var target: String

    @Flag(help: "Print JSON, and no progress.")
    var json = false

    public init() {}

    /// Makes the copy and prints what was done.
    ///
    /// - Throws: one line that says what to change; nothing is left at the target then.
    public func run<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type, _ migrations: [Migration]
    ) async throws {
        let common = try options.configuration(type).common
        guard case .sqlite(let path) = common.database else { throw BackupRefusal.onPostgreSQL }
        guard access(path, F_OK) == 0 else {
            throw BackupRefusal("there is no database \(path): name its data folder with --data")
        }
        let clock = SteadyClock.system
        let began = clock.now
        let bytes =
            if let opened = try await open(type, path) {
                try await opened.closing {
                    let bytes = try await copy(opened, migrations)
                    BackupTime(common).write(WallClock.system.now)
                    return bytes
                }
            } else {
                try await copyByService(common)
            }
        let milliseconds = (clock.now - began).ms
        let report: JSON = [
            "bytes": .number(JSONNumber(bytes)), "done": true, "durationMs": .number(JSONNumber(milliseconds)),
        ]
        print(json ? report.text : "\(path) was copied to \(target): \(bytes) bytes in \(milliseconds) ms")
    }

    /// Opens the database; nil if another process has it open, which is the service as a rule.
    private func open<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type, _ path: String
    ) async throws -> (any ServiceDatabase)? {
        do {
            return try await options.open(type).database
        } catch let fault as SQLFault {
            guard let process = try SQLiteDatabase.processUsing(path) else { throw fault }
            if !json { print("process \(process) has \(path) open: the running service makes the copy") }
            return nil
        }
    }

    private func copy(_ opened: any ServiceDatabase, _ migrations: [Migration]) async throws -> Int {
        guard try await Migrations.check(migrations, on: opened.database).isEmpty else {
            throw BackupRefusal("the database has pending migrations: run the command migrate first")
        }
        return try await opened.backup(to: target) { [json] copied, total in
            // A copy of less than about 400 MB is usually complete within a second, so its progress is not printed.
            if !json, total > 100_000 { print("\(copied) of \(total) pages") }
        }
    }

    private func copyByService(_ common: CommonConfiguration) async throws -> Int {
        // The service may have another working directory, so it is given an absolute path.
        var path = target
        if !path.hasPrefix("/") {
            guard let folder = getcwd(nil, 0) else {
                throw BackupRefusal("the working directory cannot be read: name the new file with its whole path")
            }
            defer { free(folder) }
            path = String(cString: folder) + "/" + target
        }
        return try await AdministrationSocket(of: common.service, in: common.dataFolder)
            .call(BackupCreate.self, .init(path: path), within: Self.callLimit).bytes
    }
}
