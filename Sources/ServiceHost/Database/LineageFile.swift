import Foundation
import SQL

/// The mark of a database's history that a service keeps beside its keys: a copy of the database put back where it was
/// taken does not carry it along.
struct LineageFile: Sendable {
    let path: String

    /// What was last noted; nil where there is no file.
    ///
    /// - Throws: `SettingsFault` for a file that cannot be read: what it remembered is not known to be of no account.
    func noted() throws -> DatabaseTimeline? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let numbers = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard numbers.count == 3, let system = Int64(numbers[0]), let timeline = UInt32(numbers[1]),
            let position = Int64(numbers[2])
        else {
            throw SettingsFault(
                "\(path) cannot be read, and it remembers how far the database had come: restore it, or delete it after "
                    + "making sure that the database is not an older copy")
        }
        return DatabaseTimeline(system: system, timeline: timeline, position: position)
    }

    /// Notes a place, in one step: a crash leaves the old mark or the new one.
    func note(_ lineage: DatabaseTimeline) throws {
        let text = "\(lineage.system) \(lineage.timeline) \(lineage.position)\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
