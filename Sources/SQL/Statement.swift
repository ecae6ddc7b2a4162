/// One SQL statement with its values, in words both engines understand.
///
/// Parameters are written `$1`, `$2` …; `values[0]` is `$1`, and a parameter may appear several times. Two fragments
/// stand for what only one engine has: `{lockRow}` (PostgreSQL's `FOR UPDATE`) and `{claim}` (`FOR UPDATE SKIP
/// LOCKED`); on SQLite, where one writer runs at a time, both are empty.
public struct Statement: Sendable, Hashable {
    /// The text, with its fragments still in it. Statements are prepared once per text, so keep texts constant.
    public let text: String

    /// The values of `$1`, `$2` … in that order; exactly as many as the text names.
    public let values: [SQLValue]

    /// A statement with its values one after the other: `Statement("SELECT … WHERE id = $1", .bytes(id.bytes))`.
    public init(_ text: String, _ values: SQLValue...) {
        self.init(text, values: values)
    }

    /// A statement with its values in an array.
    public init(_ text: String, values: [SQLValue]) {
        self.text = text
        self.values = values
    }

    /// Parameters for an `IN` list: `parameters(from: 2, count: 3)` is `($2, $3, $4)`.
    ///
    /// Every count makes another text to prepare: ask in chunks of one size where there may be many.
    public static func parameters(from first: Int, count: Int) -> String {
        "(" + (first..<first + count).map { "$\($0)" }.joined(separator: ", ") + ")"
    }
}
