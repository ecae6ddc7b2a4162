import SQL

/// The reason why no backup was made, as one sentence for the administrator. No file is left then.
public struct BackupRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    static let onPostgreSQL = BackupRefusal(
        "PostgreSQL has its own tools: copy the database with pg_basebackup or pg_dump while the service runs")

    static let serviceStops = BackupRefusal("the service is being stopped: repeat the command once it has ended")

    static let callerIsGone = BackupRefusal("the caller disconnected before the copy was complete")

    static func alreadyMaking(_ target: String) -> BackupRefusal {
        BackupRefusal("another backup is being made (\(target)): wait until it is complete")
    }

    /// Makes the sentence for a fault of the copy. The texts of `SQLFault` would name the database instead.
    init(_ fault: SQLFault, copyingTo target: String) {
        switch fault {
        case .unavailable(let reason): self.init(reason)
        case .full: self.init("the disk of \(target) is full")
        case .corrupt, .constraint, .unknownOutcome, .statement, .damagedRow, .schema: self.init("\(fault)")
        }
    }
}
