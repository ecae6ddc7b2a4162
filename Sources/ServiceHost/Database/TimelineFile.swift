import Glibc
import SQL

/// The file beside the keys that holds the last known position and timeline of the database. Restoring a copy of the
/// database does not replace this file, so it shows whether the database is an older copy.
struct TimelineFile: Sendable {
    let path: String

    /// Returns the stored position, or nil if there is no file.
    ///
    /// - Throws: `SettingsFault` for a file that cannot be read or is malformed. Without its content the service cannot
    ///   find out whether the database is an older copy, so it must not start.
    func read() throws -> TimelinePosition? {
        guard access(path, F_OK) == 0 else { return nil }
        let text = String(decoding: SmallFile.read(path) ?? [], as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace)
        guard numbers.count == 3, let system = Int64(numbers[0]), let timeline = UInt32(numbers[1]),
            let position = Int64(numbers[2])
        else {
            throw SettingsFault(
                "\(path) cannot be read; it holds the last known position of the database: restore it, or delete it "
                    + "after making sure that the database is not an older copy")
        }
        return TimelinePosition(system: system, timeline: timeline, position: position)
    }

    /// Replaces the file in one step: after a crash it holds the old position or the new one.
    func write(_ now: TimelinePosition) throws {
        let line = "\(now.system) \(now.timeline) \(now.position)\n"
        guard SmallFile.replace(path, with: Array(line.utf8)) else {
            throw SettingsFault("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
