import Glibc
import Primitives

/// Whole small files, without Foundation.
public enum SmallFile {
    /// The bytes of a file, at most `limit` of them; nil where it cannot be read.
    public static func read(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < limit {
            let count = Glibc.read(file, &part, min(part.count, limit - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
    }

    /// Replaces a file in one step: after a crash it holds the old bytes or the new ones.
    ///
    /// The bytes are first written to a draft beside it, whose name is random: several processes may replace one file
    /// at once. ``removeDrafts(of:)`` removes the drafts that crashes have left.
    static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
        withDraft(of: path, bytes) { rename($0, path) == 0 }
    }

    /// True if ``replace(_:with:)`` could write these bytes now. The file stays as it is.
    static func canReplace(_ path: String, with bytes: [UInt8]) -> Bool {
        withDraft(of: path, bytes) { unlink($0) == 0 }
    }

    private static func withDraft(of path: String, _ bytes: [UInt8], _ finish: (String) -> Bool) -> Bool {
        let draft = "\(path).\(Hex.encode(RandomSource.system.bytes(randomBytes)))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        // The lock shows other processes that the draft is in use.
        let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard isLocked, written == bytes.count, fsync(file) == 0, finish(draft) else {
            let reason = errno
            unlink(draft)
            errno = reason
            return false
        }
        return true
    }

    private static let randomBytes = 8

    /// Removes the drafts of ``replace(_:with:)`` whose process has ended.
    static func removeDrafts(of path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last else { return }
        let folder = parts.dropLast().joined(separator: "/") + "/"
        for found in FolderListing.names(in: folder) where isDraft(found, of: name) {
            let draft = folder + found
            let file = open(draft, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(draft) }
            close(file)
        }
    }

    private static func isDraft(_ found: String, of name: Substring) -> Bool {
        let end = found.dropFirst(name.utf8.count + 1).utf8
        return found.hasPrefix(name + ".") && end.count == 2 * randomBytes
            && end.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
