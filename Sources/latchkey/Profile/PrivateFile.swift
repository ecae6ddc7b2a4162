import Glibc
import Primitives

/// The profile's small files, which only their owner may read (mode 0600).
enum PrivateFile {
    private static let limit = 64 << 10

    /// Returns the content of the file, which is written first where it does not exist.
    static func contents(of path: String, default make: () throws -> [UInt8]) throws -> [UInt8] {
        if let bytes = try contents(of: path) { return bytes }
        try write(try make(), to: path)
        return try contents(of: path) ?? []
    }

    /// Returns the content of the file; nil where it does not exist.
    ///
    /// - Throws: `ProfileFault` for a file that cannot be read, that others can read, or that is over 64 KiB.
    static func contents(of path: String) throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw fault("read", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw fault("read", path) }
        guard status.st_mode & 0o077 == 0 else {
            throw ProfileFault("\(path) can be read by others. Make it yours alone: chmod 600 \(path)")
        }
        do {
            guard let bytes = try DescriptorReader.read(file, limit: limit) else {
                throw ProfileFault("\(path) is over 64 KiB: it does not belong to a profile.")
            }
            return bytes
        } catch let error as SystemError {
            throw ProfileFault("\(path) cannot be read: \(error).")
        }
    }

    /// Replaces the whole file atomically; the new content is on disk when this returns. A process that ends meanwhile may
    /// leave its content under the name that ``eraseUnfinished(_:)`` erases.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let temporary = unfinished(path)
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault("written", temporary) }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        close(file)
        guard isWritten, rename(temporary, path) == 0, syncFolder(of: path) else { throw fault("written", path) }
    }

    /// Overwrites the file and removes it; the name is gone from disk when this returns. Does nothing where it does not exist.
    static func erase(_ path: String) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw fault("written", path)
        }
        let zeros = [UInt8](repeating: 0, count: 1024)
        let isOverwritten = Glibc.write(file, zeros, zeros.count) == zeros.count && fsync(file) == 0
        close(file)
        guard isOverwritten, unlink(path) == 0, syncFolder(of: path) else { throw fault("removed", path) }
    }

    /// Erases what a process has left that ended while it wrote the file. No other process may be writing it.
    static func eraseUnfinished(_ path: String) throws { try erase(unfinished(path)) }

    private static func unfinished(_ path: String) -> String { path + ".new" }

    /// Puts the file's name on disk, which is content of its folder.
    private static func syncFolder(of path: String) -> Bool {
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return fsync(folder) == 0
    }

    private static func fault(_ participle: String, _ path: String) -> ProfileFault {
        ProfileFault("\(path) cannot be \(participle): \(SystemError()).")
    }
}
