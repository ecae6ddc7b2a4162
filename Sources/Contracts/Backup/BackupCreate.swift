public import JSONRPC

public enum BackupCreate: Method {
    public static let name = "backup.create"
    public static let summary = "Copies the service's SQLite database into a new file on its host."
    public static let explanation =
        "The command backup calls it while the service runs; access to the administration socket is enough. Reads and "
        + "writes go on. The copy contains every write that was acknowledged before the call, is readable by the "
        + "service's user alone, and is marked for the command restore. The call lasts until the copy is complete and "
        + "checked, about a second per gigabyte or longer. If the caller disconnects earlier, no file is left. "
        + "PostgreSQL has tools of its own, so the method is refused there."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.backupRefused]

    public struct Params: WireObject {
        public var path: String
        public enum CodingKeys: String, CodingKey { case path }

        public init(path: String) { self.path = path }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .path:
                Field(
                    "The absolute path of the new file, whose folder the service's user must be able to write to",
                    .length(2...4096))
            }
        }
    }

    public struct Answer: WireObject {
        public var bytes: Int
        public var durationMs: Int
        public enum CodingKeys: String, CodingKey { case bytes, durationMs }

        public init(bytes: Int, durationMs: Int) { (self.bytes, self.durationMs) = (bytes, durationMs) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .bytes: Field("The size of the new file, in bytes", .range(1...1_000_000_000_000_000))
            case .durationMs: Field("The time that the copy took, in milliseconds", .range(0...1_000_000_000))
            }
        }
    }

    public static let example = (
        params: Params(path: "/var/backups/latchkey/auth.sqlite"), answer: Answer(bytes: 135_168, durationMs: 12)
    )
}
