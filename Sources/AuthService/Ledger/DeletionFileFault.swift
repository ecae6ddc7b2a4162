import Glibc

/// One line for the administrator: why the file of deletions cannot be used.
public struct DeletionFileFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// - Parameters:
    ///   - what: what cannot be done with the file, as a participle.
    ///   - reason: the reason; by default the one of the last system call.
    init(_ path: String, _ what: String, because reason: String = String(cString: strerror(errno))) {
        description =
            "the file of deletions \(path) cannot be \(what) (\(reason)): give the service's user the right to write to it "
            + "and to its folder, and free space on its disk"
    }
}
