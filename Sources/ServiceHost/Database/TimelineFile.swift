import Glibc
import SQL

/// The file in the key folder that holds a ``TimelineRecord``. Restoring a copy of the database does not replace this
/// file, so it shows whether the database is an older copy.
///
/// Instances on one machine may share the file. If two replace it at once, the file may keep the slightly older
/// position of the two, which only makes the comparison a little less strict.
package struct TimelineFile: Sendable {
    /// The path in the key folder.
    let path: String
    /// The path in the data folder, where earlier versions kept the file. It is only read.
    let formerPath: String?

    package init(path: String, formerPath: String? = nil) {
        self.path = path
        self.formerPath = formerPath
    }

    /// Returns the stored record, or nil if there is no file.
    ///
    /// - Throws: `SettingsFault` for a file that cannot be read or is malformed. Without its content the service cannot
    ///   find out whether the database is an older copy, so it must not start.
    func read() throws -> TimelineRecord? {
        guard let path = [path, formerPath].compactMap(\.self).first(where: { access($0, F_OK) == 0 }) else {
            return nil
        }
        let text = String(decoding: SmallFile.read(path) ?? [], as: UTF8.self)
        guard let record = TimelineRecord(line: text) else {
            throw SettingsFault(
                "\(path) cannot be read; it holds the last known position of the database: restore it, or delete it "
                    + "after making sure that the database is not an older copy")
        }
        return record
    }

    /// - Throws: `SettingsFault` if the folder cannot be written to. It is checked before the database is changed, so
    ///   that a wrong mode does not leave a row without its file.
    func checkWritable() throws(SettingsFault) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard access(folder, W_OK) == 0 else { throw unwritable }
    }

    /// Replaces the file in one step: after a crash it holds the old record or the new one.
    func write(_ record: TimelineRecord) throws(SettingsFault) {
        guard SmallFile.replace(path, with: Array(record.line.utf8)) else { throw unwritable }
    }

    /// Removes what a crash left of ``write(_:)``.
    func removeDrafts() { SmallFile.removeDrafts(of: path) }

    private var unwritable: SettingsFault {
        SettingsFault(
            "\(path) cannot be written (\(String(cString: strerror(errno)))): give the service's user the right to "
                + "create files in that folder")
    }
}
