import Glibc

/// A system call that failed: its name and its `errno`.
public struct SystemCallFailure: Error, Hashable, CustomStringConvertible {
    public let call: String
    public let code: Int32

    public init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// For example `pthread_create: Resource temporarily unavailable`.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
