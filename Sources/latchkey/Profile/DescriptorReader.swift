import Glibc

/// Reads a file descriptor to its end, retrying interrupted reads.
enum DescriptorReader {
    /// - Parameter limit: the highest number of bytes to return.
    /// - Returns: nil where the file is longer than the limit.
    /// - Throws: `SystemError` where a read fails.
    static func read(_ file: Int32, limit: Int) throws(SystemError) -> [UInt8]? {
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
struct SystemError: Error, CustomStringConvertible {
    let code = errno
    var description: String { String(cString: strerror(code)) }
}
