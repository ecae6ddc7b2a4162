/// What can go wrong in a database, told by what the caller may do about it. No case carries a stored value.
public enum SQLFault: Error, Sendable, Hashable {
    /// A constraint refused the statement: a fault of ours, because flow is decided by `ON CONFLICT` and rows.
    case constraint(String)

    /// Nothing was changed and asking again later may work: the database is busy, closed, lost or went back.
    case unavailable(String)

    /// The disk is full: nothing was changed, reads go on.
    case full

    /// The database file is damaged, or the disk failed: stop writing and look.
    case corrupt(String)

    /// The commit was sent and its answer lost. Never rerun; the caller repeats its `requestId`.
    case unknownOutcome(String)

    /// The statement is wrong: a fault of ours.
    case statement(text: String, message: String)

    /// A stored row holds what the code never writes. The text names the column and what was expected, never a value.
    case damagedRow(String)

    /// The schema cannot be used with this version of the code; one sentence for the operator.
    case schema(String)
}

extension SQLFault {
    /// The ``damagedRow(_:)`` for a column whose value is not of the expected type or form.
    public static func wrongValue(in column: Int, expected: String) -> SQLFault {
        .damagedRow("column \(column) does not hold \(expected)")
    }
}

extension SQLFault: CustomStringConvertible {
    /// One sentence for the log.
    public var description: String {
        switch self {
        case .constraint(let detail): "A constraint refused the statement: \(detail)."
        case .unavailable(let reason): "The database is unavailable: \(reason)."
        case .full: "The disk that holds the database is full."
        case .corrupt(let detail): "The database file is damaged or its disk failed: \(detail)."
        case .unknownOutcome(let reason): "Whether the commit took place is not known: \(reason)."
        case .statement(let text, let message): "A statement failed: \(message): \(text)"
        case .damagedRow(let detail): "A stored row cannot be read: \(detail)."
        case .schema(let sentence): sentence
        }
    }
}
