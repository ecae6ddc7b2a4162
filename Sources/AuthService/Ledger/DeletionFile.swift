public import Domain
import Glibc
import Primitives
import Synchronization

/// The file beside the keys in which deletions are recorded a second time, so that they survive a restore of both
/// databases. It holds the accounts' tags, which reveal nothing without the index key.
///
/// Each line is a step and a tag: `intent` before the deletion is committed, `done` after it, `abandoned` if it was not
/// committed. Lines are only appended, and are on the disk when a method returns; ``compact(settling:)`` leaves one
/// line of 70 bytes for each deletion. Instances on one machine may share the file.
public final class DeletionFile: Sendable {
    public enum Step: String, Sendable, Hashable {
        case intent, done, abandoned
    }

    public let path: String
    private let mutex = Mutex(())

    /// Uses the file at a path. It is created with the first line.
    public init(path: String) { self.path = path }

    /// Appends a line.
    ///
    /// - Throws: ``DeletionFileFault`` if the line may not be on the disk.
    public func append(_ step: Step, _ tag: DeletionTag) throws(DeletionFileFault) {
        try locked { () throws(DeletionFileFault) in
            let isNew = access(path, F_OK) != 0
            let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw fault("opened") }
            defer { close(file) }
            // A crash may have left a part of a line, which then ends here and is ignored.
            var last: UInt8 = 0
            let end = lseek(file, 0, SEEK_END)
            let isCut = end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
            let line = Array("\(isCut ? "\n" : "")\(Self.line(step, tag))".utf8)
            guard write(file, line, line.count) == line.count, fsync(file) == 0 else { throw fault("written") }
            if isNew { try syncFolder() }
        }
    }

    /// The last step of each tag. Incomplete lines are ignored: they were never acknowledged.
    public func read() throws(DeletionFileFault) -> [DeletionTag: Step] {
        try locked { () throws(DeletionFileFault) in try parse() }
    }

    /// Replaces the file by one that holds the last step of each tag, and none of abandoned deletions.
    ///
    /// - Parameter outcomes: the outcome of intents that have none in the file.
    public func compact(settling outcomes: [DeletionTag: Step]) throws(DeletionFileFault) {
        try locked { () throws(DeletionFileFault) in
            guard access(path, F_OK) == 0 else { return }
            var steps = try parse()
            for (tag, outcome) in outcomes where steps[tag] == .intent { steps[tag] = outcome }
            let kept = steps.filter { $0.value != .abandoned }.map { Self.line($0.value, $0.key) }.sorted()
            let bytes = Array(kept.joined().utf8), draft = path + ".new"
            let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw fault("replaced") }
            let isWhole = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
            close(file)
            guard isWhole, rename(draft, path) == 0 else { throw fault("replaced") }
            try syncFolder()
        }
    }

    private static func line(_ step: Step, _ tag: DeletionTag) -> String {
        "\(step.rawValue) \(Hex.encode(tag.bytes))\n"
    }

    private func parse() throws(DeletionFileFault) -> [DeletionTag: Step] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return [:] }
            throw fault("read")
        }
        defer { close(file) }
        var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(file, &part, part.count)
            guard count >= 0 else { throw fault("read") }
            if count == 0 { break }
            bytes += part[..<count]
        }
        var steps: [DeletionTag: Step] = [:]
        let complete = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] } ?? []
        for line in complete.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2, let step = Step(rawValue: String(words[0])),
                let tag = Hex.decode(String(words[1])), tag.count == 32
            else { continue }
            steps[DeletionTag(tag)] = step
        }
        return steps
    }

    /// Runs a closure while no other thread and no other process uses the file.
    private func locked<T>(_ body: () throws(DeletionFileFault) -> T) throws(DeletionFileFault) -> T {
        try mutex.withLock { _ throws(DeletionFileFault) in
            let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw fault("locked") }
            defer { close(lock) }
            return try body()
        }
    }

    private func syncFolder() throws(DeletionFileFault) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault("written") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault("written") }
    }

    private func fault(_ what: String) -> DeletionFileFault {
        DeletionFileFault(
            description:
                "the file of deletions \(path) cannot be \(what) (\(String(cString: strerror(errno)))): give the "
                + "service's user the right to write to it and to its folder, and free space on its disk")
    }
}

/// One line for the administrator: why the file of deletions cannot be used.
public struct DeletionFileFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
