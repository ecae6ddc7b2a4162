import Glibc
import Primitives
import SQL

/// What a service records about its database in a file outside the database.
struct TimelineRecord: Sendable, Hashable {
    /// The last position and timeline that the database's own row was saved with.
    let position: TimelinePosition
    /// The generation that was in force; nil before the first one, and in files of earlier versions.
    let generation: GenerationID?
    /// The SQLite file that was being served; nil on PostgreSQL and after a clean stop.
    let file: FileIdentity?
}

/// The device and inode number of a file. A copy of a file has another identity, also under the same name.
package struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// Returns nil if there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

extension TimelineRecord {
    /// One line: system, timeline, position, generation, device and inode; `-` stands for nil.
    var line: String {
        let identity = file.map { "\($0.device):\($0.inode)" } ?? "-"
        let id = generation.map(\.description) ?? "-"
        return "\(position.system) \(position.timeline) \(position.position) \(id) \(identity)\n"
    }

    /// Parses a line. Earlier versions wrote only the first three numbers. Returns nil for a malformed line.
    init?(line: String) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3 || words.count == 5, let system = Int64(words[0]), let timeline = UInt32(words[1]),
            let position = Int64(words[2])
        else { return nil }
        self.position = TimelinePosition(system: system, timeline: timeline, position: position)
        guard words.count == 5 else {
            (generation, file) = (nil, nil)
            return
        }
        let id = GenerationID(words[3]), numbers = words[4].split(separator: ":").compactMap { UInt64($0) }
        guard id != nil || words[3] == "-", numbers.count == 2 || words[4] == "-" else { return nil }
        generation = id
        file = numbers.count == 2 ? FileIdentity(device: numbers[0], inode: numbers[1]) : nil
    }
}
