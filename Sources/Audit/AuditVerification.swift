/// The result of comparing every row of an audit log with its authentication code and with the chain.
public struct AuditVerification: Sendable, Hashable {
    /// What is wrong with the log.
    public enum Finding: Sendable, Hashable {
        /// The row does not hold what was written: a column was altered, or the row was inserted by somebody else.
        case altered(number: Int64)
        /// A row that has no number yet does not hold what was written.
        case alteredUnnumbered(at: Int64)
        /// No row has these numbers.
        case removed(from: Int64, through: Int64)
        /// Another row was chained under this number: rows were exchanged, removed and numbered again, or inserted.
        case outOfChain(number: Int64)
        /// The log ends before a row that is known to have been chained.
        case truncated(after: Int64, known: Int64)
        /// The row of this number is not the one that is known to have been chained.
        case replaced(number: Int64)
        /// The record of deleted rows was not made by the service.
        case floorForged(number: Int64)
        /// The record of the chain is missing.
        case chainMissing
        /// The head that was recorded outside the database cannot be read.
        case recordUnreadable
        /// The head that was recorded outside the database is no longer there.
        case recordMissing
        /// The database has a trigger or a rule of this name, or row level security.
        case trigger(String)
    }

    /// In the order of the chain.
    public let findings: [Finding]
    /// The number of rows that were verified, those without a number included.
    public let rows: Int64
    /// The rows that are not chained yet.
    public let unchained: Int64
    /// The last row that the service has deleted because of its age; 0 if it has deleted none.
    public let floor: Int64
    /// The end of the chain.
    public let head: AuditHead

    /// True if the log holds what was written, and all of it.
    public var holds: Bool { findings.isEmpty }
}

extension AuditVerification.Finding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .altered(let number): "row \(number) was altered"
        case .alteredUnnumbered(let at): "a row without a number, of the time \(at), was altered or inserted"
        case .removed(let from, let through) where from == through: "row \(from) was removed"
        case .removed(let from, let through): "rows \(from) to \(through) were removed"
        case .outOfChain(let number): "row \(number) is not the one that was chained: rows were moved or inserted"
        case .truncated(let after, let known):
            "the log ends at row \(after), and row \(known) is known to exist: its end was removed, or the database is an "
                + "older copy"
        case .replaced(let number): "row \(number) is another one than the one that is known"
        case .floorForged(let number): "the record that the rows up to \(number) were deleted by age is forged"
        case .chainMissing: "the record of the chain is missing"
        case .recordUnreadable: "the file with the recorded end of the log is damaged or cannot be read"
        case .recordMissing: "the file with the recorded end of the log was removed"
        case .trigger(let name):
            "the tables of the service have a trigger, a rule or row level security that it has not made: \(name)"
        }
    }
}
