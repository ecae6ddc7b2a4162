import Glibc
import Primitives

/// The time of the last backup of a SQLite database, in the file `NAME.backup` of the data folder. `doctor` warns when it
/// is old.
struct BackupTime {
    private let path: String

    init(_ common: CommonConfiguration) { path = "\(common.dataFolder.path)/\(common.service).backup" }

    /// Returns the time; nil if no backup was made.
    func read() -> Instant? {
        SmallFile.read(path, limit: 32).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }.map { Instant(ms: $0) }
    }

    /// Stores the time at which a backup is complete. A failure is not reported: it makes `doctor` warn too early.
    func write(_ now: Instant) { _ = SmallFile.replace(path, with: Array("\(now.ms)".utf8)) }
}
