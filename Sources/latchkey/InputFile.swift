import DeviceCommands
import Glibc
import Interchange
import Primitives

/// A file that the person names on the command line.
enum InputFile {
    /// Returns the whole content of a file, or the rest of standard input for `-`.
    ///
    /// - Throws: `ArgumentFault` for a file that cannot be read to its end, or is over ``EntryFile/mostBytes`` bytes.
    static func contents(of path: String) throws -> [UInt8] {
        let file = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path, SystemError()) }
        defer { close(file) }
        let bytes: [UInt8]?
        do {
            bytes = try DescriptorReader.read(file, limit: EntryFile.mostBytes)
        } catch {
            throw unreadable(path, error)
        }
        guard let bytes else { throw ArgumentFault("\(path) is over \(EntryFile.mostBytes >> 20) MiB: split it.") }
        return bytes
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> ArgumentFault {
        ArgumentFault("\(path) cannot be read: \(error).")
    }
}
