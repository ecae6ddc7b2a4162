import Glibc

/// Small files of mode 0600.
enum PrivateFile {
    /// What is in the file; made first, with these bytes, where it is not there.
    static func contents(of path: String, orMake make: () -> [UInt8]) throws -> [UInt8] {
        if let bytes = try contentsIfAny(of: path) { return bytes }
        try write(make(), to: path)
        return try contentsIfAny(of: path) ?? []
    }

    /// What is in the file; nil where there is none. A file that others can read is refused.
    static func contentsIfAny(of path: String) throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw fault("read", path)
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw fault("read", path) }
        guard facts.st_mode & 0o077 == 0 else {
            throw ProfileFault("\(path) can be read by others. Make it yours alone: chmod 600 \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { throw fault("read", path) }
        return Array(bytes.prefix(count))
    }

    /// Writes a whole file, on disk when this returns; what was there is replaced at once or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault("written", new) }
        let written = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        close(file)
        guard written, rename(new, path) == 0, isNameOnDisk(path) else { throw fault("written", path) }
    }

    /// Puts the file's name on disk too, which its folder holds.
    private static func isNameOnDisk(_ path: String) -> Bool {
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return fsync(folder) == 0
    }

    private static func fault(_ done: String, _ path: String) -> ProfileFault {
        ProfileFault("\(path) cannot be \(done): \(String(cString: strerror(errno))).")
    }
}
