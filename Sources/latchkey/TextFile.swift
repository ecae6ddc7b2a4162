import Glibc
import LatchkeyDevice

/// Files a person names.
enum TextFile {
    /// The whole text, at most 16 MiB; `-` is standard input.
    static func contents(of path: String) throws -> String {
        let file = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw DeviceFault.argument("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while text.count < 16 << 20, case let count = read(file, &part, part.count), count > 0 {
            text += part[..<count]
        }
        guard let valid = String(validating: text, as: UTF8.self) else {
            throw DeviceFault.argument("\(path) is no UTF-8 text.")
        }
        return valid
    }
}
