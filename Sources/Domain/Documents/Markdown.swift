/// Tables in Markdown.
enum Markdown {
    /// A table with these columns, ending in a newline.
    static func table(_ columns: [String], _ rows: [[String]]) -> String {
        let lines = [columns, Array(repeating: "---", count: columns.count)] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
