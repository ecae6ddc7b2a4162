/// An error of a database, classified by what the caller can do about it. No case contains a stored value.
public enum SQLFault: Error, Sendable, Hashable {
    /// A constraint refused the statement. This is a mistake in the code, which uses `ON CONFLICT` where a conflict is
    /// expected.
    case constraint(String)

    /// Nothing was changed, and a later attempt may succeed: for example, the database is busy, closing, unreachable or
    /// was restored. At the start of a service the reason may also be a wrong setting or a second process, and the text
    /// says what to change.
    case unavailable(String)

    /// The disk is full. Nothing was changed; reads still work.
    case full

    /// The database file is damaged, was moved or replaced while open, or the disk failed. An administrator must
    /// inspect file and disk before anything more is written.
    case corrupt(String)

    /// The transaction may have been committed or not: the answer to `COMMIT` was lost or did not come in time, the
    /// server committed without waiting for its standby, or the disk failed during the commit. The engine never retries
    /// it. The service answers `unavailable`, and its client may repeat the call with the same `requestId`.
    case unknownOutcome(String)

    /// The statement, its values or its result is wrong for the engine. This is a mistake in the code, except where
    /// PostgreSQL refuses a privilege; the text then says what to run.
    case statement(text: String, message: String)

    /// A stored row holds what the code never writes. The text names the column and what was expected, never a value.
    case damagedRow(String)

    /// The schema does not fit this version of the code, a migration is written wrongly, or the database was never
    /// prepared by a start of the service. The text is a sentence for the administrator.
    case schema(String)
}

extension SQLFault {
    /// The ``damagedRow(_:)`` for a column whose value is not of the expected type or form.
    public static func wrongValue(in column: Int, expected: String) -> SQLFault {
        .damagedRow("column \(column) does not hold \(expected)")
    }
}

extension SQLFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .constraint(let detail): "A constraint refused the statement: \(detail)."
        case .unavailable(let reason): "The database is unavailable: \(reason)."
        case .full: "The disk that holds the database is full."
        case .corrupt(let detail): "The database file is damaged or its disk failed: \(detail)."
        case .unknownOutcome(let reason): "The outcome of the commit is unknown: \(reason)."
        case .statement(let text, let message): "A statement failed: \(message): \(text)"
        case .damagedRow(let detail): "A stored row cannot be read: \(detail)."
        case .schema(let sentence): sentence
        }
    }
}
