/// One SQL statement with its values, in syntax that both engines accept.
///
/// Parameters are written `$1`, `$2` …; `values[0]` is `$1`, and a parameter may occur several times. Two placeholders
/// stand for what only PostgreSQL has: `{lockRow}` for `FOR UPDATE`, `{shareRow}` for `FOR SHARE` and `{claim}` for `FOR UPDATE SKIP LOCKED`. On
/// SQLite, where only one write runs at a time, both are removed.
public struct Statement: Sendable, Hashable {
    /// The text, with its placeholders. Each different text is prepared once, so it should not contain values.
    public let text: String

    /// The values of `$1`, `$2` … in this order, exactly as many as the text names.
    public let values: [SQLValue]

    /// Makes a statement with its values, for example `Statement("SELECT … WHERE id = $1", .identifier(id))`.
    public init(_ text: String, _ values: SQLValue...) {
        self.init(text, values: values)
    }

    public init(_ text: String, values: [SQLValue]) {
        self.text = text
        self.values = values
    }

    /// Returns the parameters of an `IN` list: `parameters(from: 2, count: 3)` is `($2, $3, $4)`.
    ///
    /// Each count makes another text to prepare, so long lists should be split into chunks of one size.
    public static func parameters(from first: Int, count: Int) -> String {
        "(" + (first..<first + count).map { "$\($0)" }.joined(separator: ", ") + ")"
    }

    /// Returns the statements that together handle a list of any length, 100 values each.
    ///
    /// All have the same text, which is prepared once: the last statement repeats its last value until it has 100.
    ///
    /// - Parameter text: makes the text from its `IN` list, whose parameters begin at `$1`.
    public static func chunks(of values: [SQLValue], text: (_ list: String) -> String) -> [Statement] {
        let size = 100, text = text(parameters(from: 1, count: size))
        return stride(from: 0, to: values.count, by: size).map { start in
            let chunk = values[start..<min(start + size, values.count)]
            return Statement(
                text, values: chunk + Array(repeating: chunk[chunk.endIndex - 1], count: size - chunk.count))
        }
    }
}
