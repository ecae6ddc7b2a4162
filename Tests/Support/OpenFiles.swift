import Glibc

/// The files that this process has open.
public enum OpenFiles {
    /// The descriptors that are open on the files for whose path the condition holds. The path of a removed file ends
    /// with ` (deleted)`.
    public static func descriptors(where condition: (_ path: String) -> Bool) -> [Int32] {
        (0..<65_536).filter { target(of: $0).map(condition) ?? false }
    }

    /// The path of the file that a descriptor of this process is open on.
    private static func target(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count - 1)
        return count < 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
