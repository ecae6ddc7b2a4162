import Glibc
import Primitives
import SQLite

/// What `doctor` finds out from the files of a service, whether it runs or not.
struct FileFindings {
    /// The free space below which a warning is due, and below which writes are about to fail, in bytes.
    static let littleSpace: UInt64 = 512 << 20
    static let noSpace: UInt64 = 64 << 20
    /// The age at which a backup counts as missing.
    static let backupAge = Duration.hours(48)
    /// The time for which a database that a restore has kept may stay.
    static let keptTime = Duration.days(30)

    let common: CommonConfiguration
    let now: Instant

    func dataFolder() -> Finding {
        let path = common.dataFolder.path
        if access(path, F_OK) != 0 {
            return Finding(.dataFolder, .fault, "there is no data folder \(path): name it with --data")
        }
        if let problem = FileOwnership.problem(path, "the data folder") { return Finding(.dataFolder, .fault, problem) }
        return Finding(.dataFolder, .ok, "only the service's user can change \(path)")
    }

    /// The certificates of the link.
    func certificates() -> [Finding] {
        do {
            let expiries = try common.link.certificates(now: now)
            return expiries.map { expiry in
                expiry.isNear(at: now)
                    ? Finding(.certificateExpiry, .warning, expiry.line)
                    : Finding(
                        .certificateExpiry, .ok,
                        "the certificate \(expiry.file) is valid until \(TerminalText.time(expiry.end))")
            }
        } catch {
            return [Finding(.certificate, .fault, "\(error)")]
        }
    }

    func disk() -> Finding {
        var status = statvfs()
        let path = common.dataFolder.path
        guard statvfs(path, &status) == 0 else {
            return Finding(.disk, .warning, "the free space of \(path) cannot be read")
        }
        return Self.disk(free: UInt64(status.f_bavail) * UInt64(status.f_frsize), path)
    }

    static func disk(free: UInt64, _ path: String) -> Finding {
        let text = "\(free >> 20) MiB are free for \(path)"
        if free >= littleSpace { return Finding(.disk, .ok, text) }
        return Finding(
            .disk, free < noSpace ? .fault : .warning, "\(text): make room, or move the folder to a larger volume")
    }

    func backup() -> Finding {
        guard case .sqlite = common.database else {
            return Finding(.backup, .ok, "PostgreSQL is backed up with its own tools, which this program does not see")
        }
        return Self.backup(BackupTime(common).read(), now: now)
    }

    static func backup(_ last: Instant?, now: Instant) -> Finding {
        let remedy = "run the command backup, and let a timer repeat it every night"
        guard let last else { return Finding(.backup, .warning, "no backup was made: \(remedy)") }
        let text = "the last backup was made at \(TerminalText.time(last))"
        return last + backupAge < now ? Finding(.backup, .warning, "\(text): \(remedy)") : Finding(.backup, .ok, text)
    }

    /// The databases that restores have kept; nil if there are none.
    func keptDatabases() -> Finding? {
        guard case .sqlite(let path) = common.database, let real = try? SQLiteDatabase.canonicalPath(path) else {
            return nil
        }
        let kept = KeptDatabases(database: real)
        guard let oldest = kept.times.first, let advice = KeptDatabases.advice(kept.paths) else { return nil }
        return Finding(.keptDatabases, oldest + Self.keptTime < now ? .warning : .ok, advice)
    }
}
