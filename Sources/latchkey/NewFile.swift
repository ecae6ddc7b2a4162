import DeviceCommands
import Glibc
import Primitives

/// A file with secrets that the person asked for. Only its owner may read it (mode 0600).
enum NewFile {
    /// - Throws: `ArgumentFault` if there is a file of this name.
    static func requireAbsent(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw exists(path) }
    }

    /// Writes the whole file, or none: it gets its name when its content is on disk.
    ///
    /// - Parameter isReplacing: true to replace a file of this name; else that is refused.
    static func write(_ bytes: [UInt8], to path: String, replacing isReplacing: Bool) throws {
        let temporary = path + ".\(Hex.encode(RandomSource.system.bytes(8))).new"
        guard create(temporary, with: bytes) else { throw unwritable(path) }
        defer { unlink(temporary) }
        if isReplacing {
            guard rename(temporary, path) == 0 else { throw unwritable(path) }
        } else if link(temporary, path) != 0 {
            // Some file systems, such as FAT, have no hard links. There the file has its name before its content.
            guard errno != EEXIST, create(path, with: bytes) else {
                throw errno == EEXIST ? exists(path) : unwritable(path)
            }
        }
    }

    /// Creates a file with this content on disk. A file that cannot be written whole is removed again.
    ///
    /// - Returns: false with the reason in `errno`, also if there is a file of this name.
    private static func create(_ path: String, with bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var failure = writeAll(bytes, to: file) && fsync(file) == 0 ? 0 : errno
        if close(file) != 0, failure == 0 { failure = errno }
        guard failure != 0 else { return true }
        unlink(path)
        errno = failure
        return false
    }

    private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func exists(_ path: String) -> ArgumentFault {
        ArgumentFault("\(path) exists. Name another file, or repeat the command with --replace. Nothing was written.")
    }

    private static func unwritable(_ path: String) -> ArgumentFault {
        ArgumentFault("\(path) cannot be written: \(SystemError()).")
    }
}
