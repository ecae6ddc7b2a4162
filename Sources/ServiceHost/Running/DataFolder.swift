import Glibc

/// The folder a service keeps its files in.
public struct DataFolder: Sendable {
    /// Its path.
    public let path: String

    /// Names a folder.
    public init(_ path: String) { self.path = path }

    /// Makes it, for this user alone, if it is not there.
    public func make() throws(SettingsFault) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SettingsFault("the data folder \(path) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    /// Where the key files are.
    public var keys: String { "\(path)/keys" }

    /// The Unix socket of a service's command line.
    public func socket(_ service: String) -> String { "\(path)/\(service).sock" }

    /// Where the embedded database is unless its setting says otherwise.
    public func database(_ service: String) -> String { "\(path)/\(service).sqlite" }
}
