import Glibc

/// Reads a file descriptor to its end, retrying interrupted reads.
public enum DescriptorReader {
    /// - Parameter limit: the highest number of bytes to return.
    /// - Returns: nil where the file is longer than the limit.
    /// - Throws: `SystemError` where a read fails.
    public static func read(_ file: Int32, limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }
}

/// The error of the last system call of this thread that failed.
public struct SystemError: Error, CustomStringConvertible {
    public let code = errno

    public init() {}

    public var description: String { String(cString: strerror(code)) }
}
