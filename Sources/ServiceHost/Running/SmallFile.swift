import Glibc
import Primitives

/// Whole small files, without Foundation.
enum SmallFile {
    /// The bytes of a file, at most `limit` of them; nil where it cannot be read.
    static func read(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
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
    /// The bytes are first written to a draft beside it, whose name is random: several processes may replace one file at
    /// once.
    static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
        let draft = "\(path).\(Hex.encode(RandomSource.system.bytes(8)))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        let isWhole = written == bytes.count && fsync(file) == 0
        close(file)
        guard isWhole, rename(draft, path) == 0 else {
            unlink(draft)
            return false
        }
        return true
    }
}
