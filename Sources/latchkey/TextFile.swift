import Glibc
import LatchkeyDevice

/// Files a person names.
enum TextFile {
    private static let limit = 16 << 20

    /// The whole text, at most 16 MiB; `-` is standard input. A file that cannot be read to its end is refused.
    static func contents(of path: String) throws -> String {
        let file = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            text += part[..<count]
            guard text.count <= limit else { throw DeviceFault.argument("\(path) is over 16 MiB: split it.") }
        }
        guard let valid = String(validating: text, as: UTF8.self) else {
            throw DeviceFault.argument("\(path) is no UTF-8 text.")
        }
        return valid
    }

    private static func unreadable(_ path: String) -> DeviceFault {
        .argument("\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
}
