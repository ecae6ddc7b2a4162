/// Writes Markdown tables.
enum Markdown {
    /// The text ends in a newline.
    static func table(_ columns: [String], _ rows: [[String]]) -> String {
        let lines = [columns, Array(repeating: "---", count: columns.count)] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
