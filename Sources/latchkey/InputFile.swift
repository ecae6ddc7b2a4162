import DeviceCommands
import Glibc
import Primitives

/// A text file that the person names on the command line.
enum InputFile {
    private static let limit = 16 << 20

    /// Returns the whole text of a file, or of standard input for `-`.
    ///
    /// - Throws: `ArgumentFault` for a file that cannot be read to its end, is over 16 MiB, or is not UTF-8 text.
    static func text(at path: String) throws -> String {
        let file = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path, SystemError()) }
        defer { close(file) }
        let bytes: [UInt8]?
        do {
            bytes = try DescriptorReader.read(file, limit: limit)
        } catch {
            throw unreadable(path, error)
        }
        guard let bytes else { throw ArgumentFault("\(path) is over 16 MiB: split it.") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ArgumentFault("\(path) is not UTF-8 text.")
        }
        return text
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> ArgumentFault {
        ArgumentFault("\(path) cannot be read: \(error).")
    }
}
