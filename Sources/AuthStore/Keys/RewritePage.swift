import SQL

/// A page of the rows that a change of key rewrites. Pages follow each other by primary key, so that rows that cannot be
/// decrypted do not keep those behind them from being rewritten.
public struct RewritePage: Sendable, Hashable {
    /// A larger number of rows is found in the order of the primary key. A smaller one is found by the index on the numbers
    /// of keys and then sorted, at each page.
    private static let sortedAtMost = 10_000

    /// The index of the column in `SealedValue.Column.allCases`; 0 for the keyed hashes of numbers.
    let column: Int
    /// The primary key of the last row of the page before; nil for the first page.
    let after: [SQLValue]?
    private let isSorted: Bool

    /// The first page.
    /// - Parameter rows: the number of rows that need the former key.
    public static func first(of rows: Int) -> RewritePage {
        RewritePage(column: 0, after: nil, isSorted: rows <= sortedAtMost)
    }

    /// The page that follows one whose last row has this primary key.
    func following(_ last: [SQLValue]) -> RewritePage {
        RewritePage(column: column, after: last, isSorted: isSorted)
    }

    /// The first page of the next column.
    var ofNextColumn: RewritePage { RewritePage(column: column + 1, after: nil, isSorted: isSorted) }

    /// The column with the number of the key as an operand of a condition; the sign keeps both engines from using its index.
    func operand(_ column: String) -> String { "\(isSorted ? "" : "+")COALESCE(\(column), 1)" }

    /// What was done with a page.
    public struct Outcome: Sendable {
        /// The number of rows that were changed, and of those that could not be decrypted.
        public let changed: Int, unreadable: Int
        /// The page that follows; nil after the last.
        public let next: RewritePage?
    }
}
