public import Domain
import Glibc
public import Primitives
import Synchronization

/// The file beside the keys in which deletions are recorded a second time, so that they survive a restore of both
/// databases. It holds the accounts' tags, which reveal nothing without the index key.
///
/// ``begin(_:)`` is called before a deletion is committed, ``record(_:of:)`` after it. Lines are only appended, and are
/// on the disk when a method returns; ``compact(settling:)`` leaves one or two lines of 70 bytes for each deletion. Instances
/// on one machine may share the file: a method waits for another user of the file without blocking its thread.
public final class DeletionFile: Sendable {
    public enum Outcome: Sendable, Hashable {
        /// The deletion was committed. This is final for the account.
        case done
        /// This attempt was not committed.
        case abandoned
    }

    /// What the file holds.
    public struct Contents: Sendable, Hashable {
        /// The accounts that were deleted.
        public let done: Set<DeletionTag>
        /// The attempts without an outcome whose process is running, so that they may still be committed.
        public let pending: Set<DeletionIntent>
        /// The attempts without an outcome whose process has ended.
        public let orphaned: Set<DeletionIntent>
    }

    /// The time between two attempts to lock the file, and the number of attempts: 10 s in total.
    private static let (pause, lockAttempts) = (Duration.milliseconds(4), 2_500)

    public let path: String
    private let writer: DeletionWriter
    private let mutex = Mutex(())

    /// Uses the file at a path. It is created with the first line.
    ///
    /// - Parameter random: gives this process the number of its attempts.
    public init(path: String, random: RandomSource = .system) {
        self.path = path
        writer = DeletionWriter(path: path, random: random)
    }

    /// Records that an account is about to be deleted.
    ///
    /// - Throws: ``DeletionFileFault`` if the line may not be on the disk.
    public func begin(_ tag: DeletionTag) async throws -> DeletionIntent {
        let intent = DeletionIntent(tag, writer: writer.number, attempt: try writer.begin())
        try await append(DeletionLines.lines(intent: intent))
        return intent
    }

    /// Records the outcome of an attempt. An attempt whose outcome is not known stays without one.
    ///
    /// - Throws: ``DeletionFileFault`` if the line may not be on the disk.
    public func record(_ outcome: Outcome, of intent: DeletionIntent) async throws {
        let lines =
            switch outcome {
            case .done: DeletionLines.lines(done: intent.tag)
            case .abandoned: DeletionLines.line(abandoned: intent)
            }
        try await append(lines)
    }

    public func read() async throws -> Contents {
        try await locked {
            let lines = DeletionLines(parsing: try bytes())
            let running = writer.running(lines.open)
            return Contents(done: lines.done, pending: running, orphaned: lines.open.subtracting(running))
        }
    }

    /// Replaces the file by a shorter one with the same meaning.
    ///
    /// - Parameter outcomes: the outcomes of attempts that have none in the file.
    public func compact(settling outcomes: [DeletionIntent: Outcome]) async throws {
        try await locked {
            guard access(path, F_OK) == 0 else { return }
            var lines = DeletionLines(parsing: try bytes())
            for (intent, outcome) in outcomes where lines.open.contains(intent) { lines.settle(intent, as: outcome) }
            let bytes = Array(lines.text.utf8), draft = path + ".new"
            let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw DeletionFileFault(path, "replaced") }
            let isWhole = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
            close(file)
            guard isWhole, rename(draft, path) == 0 else { throw DeletionFileFault(path, "replaced") }
            try syncFolder()
        }
    }

    /// Checks that the file can be used: that it, if it exists, can be read and written, and that files can be created
    /// beside it. Nothing is changed.
    public func checkWritable() throws(DeletionFileFault) {
        guard access(folder, W_OK | X_OK) == 0 else { throw DeletionFileFault(path, "written") }
        for name in [path, path + ".lock"] {
            let file = open(name, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 || errno == ENOENT else { throw DeletionFileFault(path, "opened") }
            if file >= 0 { close(file) }
        }
    }

    private func append(_ lines: String) async throws {
        try await locked {
            let isNew = access(path, F_OK) != 0
            let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw DeletionFileFault(path, "opened") }
            defer { close(file) }
            // A crash may have left a part of a line, which then ends here and is ignored.
            var last: UInt8 = 0
            let end = lseek(file, 0, SEEK_END)
            let isCut = end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
            let bytes = Array("\(isCut ? "\n" : "")\(lines)".utf8)
            guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
                throw DeletionFileFault(path, "written")
            }
            if isNew { try syncFolder() }
        }
    }

    /// The bytes of the file; none if it does not exist.
    private func bytes() throws(DeletionFileFault) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return [] }
            throw DeletionFileFault(path, "read")
        }
        defer { close(file) }
        var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DeletionFileFault(path, "read") }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    /// Runs a closure while no other task and no other process uses the file.
    private func locked<T>(_ body: () throws -> T) async throws -> T {
        for _ in 0..<Self.lockAttempts {
            if let result = try lockedNow(body) { return result }
            try await Task.pause(for: Self.pause)
        }
        throw DeletionFileFault(path, "locked", because: "another process has had it in use for 10 s")
    }

    /// Runs a closure if the file is free now; returns nil otherwise.
    private func lockedNow<T>(_ body: () throws -> T) throws -> T? {
        try mutex.withLockIfAvailable { _ -> T? in
            let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard lock >= 0 else { throw DeletionFileFault(path, "locked") }
            defer { close(lock) }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                if errno == EWOULDBLOCK { return nil }
                throw DeletionFileFault(path, "locked")
            }
            return try body()
        } ?? nil
    }

    private var folder: String {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return folder.isEmpty ? "/" : folder
    }

    private func syncFolder() throws(DeletionFileFault) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DeletionFileFault(path, "written") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DeletionFileFault(path, "written") }
    }
}
