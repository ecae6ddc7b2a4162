import Glibc

/// The folder a service keeps its files in.
public struct DataFolder: Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Creates the folder, for this user alone, if it does not exist. In an existing one nobody else may write, because
    /// whoever can write there can exchange the database and the key folder.
    public func create() throws(SettingsFault) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SettingsFault("the data folder \(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        if let problem = FileOwnership.problem(path, "the data folder") { throw SettingsFault(problem) }
    }

    /// The folder of the key files.
    public var keys: String { "\(path)/keys" }

    /// The administration socket of a service.
    public func socket(_ service: String) -> String { "\(path)/\(service).sock" }

    /// The file in which auth records deletions outside its database.
    public var deletions: String { "\(keys)/auth.deletions" }

    /// The file in which a service records the end of its audit log.
    public func auditHead(_ service: String) -> String { "\(keys)/\(service).audit-head" }

    /// The default file of a service's SQLite database.
    func database(_ service: String) -> String { "\(path)/\(service).sqlite" }

    /// The path of the ``TimelineFile``.
    func timelineFile(_ service: String) -> String { "\(keys)/\(service).lineage" }

    /// The path at which earlier versions kept the ``TimelineFile``.
    func formerTimelineFile(_ service: String) -> String { "\(path)/\(service).lineage" }
}
