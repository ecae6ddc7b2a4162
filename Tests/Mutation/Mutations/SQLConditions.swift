/// Finds the conditions in the source of an SQL text.
///
/// This is no parser of SQL: it knows the words that begin and end a list of conditions, and takes an interpolation for a word.
enum SQLConditions {
    /// A piece of the text and what stands there instead.
    struct Change: Equatable {
        var range: Range<Int>
        var text: String
        var isDrop: Bool
    }

    /// The changes of a text; none if it is not SQL, or defines a table.
    static func changes(of bytes: [UInt8]) -> [Change] {
        let tokens = SQLToken.tokens(of: bytes)
        let words = tokens.map(\.text)
        guard !words.contains("CREATE"), !words.contains("ALTER") else { return [] }
        let isStatement = words.contains { ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains($0) }
        guard isStatement || words.contains("AND") || words.contains("OR") else { return [] }
        var scanner = Scanner(tokens: tokens, bytes: bytes)
        scanner.scan(inCondition: !isStatement)
        return scanner.changes.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    private struct Scanner {
        let tokens: [SQLToken]
        let bytes: [UInt8]
        var position = 0
        var changes: [Change] = []

        static let beginnings: Set = ["WHERE", "ON", "HAVING", "WHEN"]
        static let ends: Set = [
            "ORDER", "GROUP", "LIMIT", "RETURNING", "UNION", "SET", "THEN", "JOIN", "LEFT", "FOR", "FROM", "DO",
            "SELECT", ";",
        ]

        /// Reads up to the closing parenthesis of the present level, or the end of the text.
        mutating func scan(inCondition: Bool) {
            var operands: [Range<Int>] = [], connectors: [String] = [], start = inCondition ? position : nil
            func close(_ end: Int) {
                if let first = start, first < end { operands.append(first..<end) }
            }
            while position < tokens.count, tokens[position].text != ")" {
                let word = tokens[position].text
                if word == "(" {
                    position += 1
                    scan(inCondition: start != nil)
                    position += 1
                } else if word == "ON", position + 1 < tokens.count, tokens[position + 1].text == "CONFLICT" {
                    close(position)
                    start = nil
                    position += 2
                } else if Self.beginnings.contains(word) {
                    close(position)
                    finish(&operands, &connectors)
                    position += 1
                    start = position
                } else if start != nil, isEnd() {
                    close(position)
                    finish(&operands, &connectors)
                    start = nil
                    position += 1
                } else if start != nil, word == "AND" || word == "OR", !isBetween() {
                    close(position)
                    connectors.append(word)
                    position += 1
                    start = position
                } else {
                    position += 1
                }
            }
            close(position)
            finish(&operands, &connectors)
        }

        /// True if the list of conditions ends at the present position; the `FROM` of `IS DISTINCT FROM` belongs to it.
        private func isEnd() -> Bool {
            let token = tokens[position]
            if token.text == "FROM", position > 0, tokens[position - 1].text == "DISTINCT" { return false }
            return token.isMarker || Self.ends.contains(token.text)
        }

        /// True if the `AND` at the present position belongs to `BETWEEN`.
        private func isBetween() -> Bool {
            tokens[max(0, position - 2)..<position].contains { $0.text == "BETWEEN" }
        }

        private mutating func finish(_ operands: inout [Range<Int>], _ connectors: inout [String]) {
            for (index, operand) in operands.enumerated() {
                let beside = [
                    index > 0 ? connectors[index - 1] : nil, index < connectors.count ? connectors[index] : nil,
                ]
                // A list in parentheses without a connector is an expression, such as the argument of a function.
                let isSole = operands.count == 1
                if isSole, !isWholeCondition(operand) { continue }
                let range =
                    tokens[operand.lowerBound].range.lowerBound..<tokens[operand.upperBound - 1].range.upperBound
                let text = String(decoding: bytes[range], as: UTF8.self)
                // The key of a table that has one row: without the condition the same row is meant.
                if text == "id = 1" { continue }
                let isAlternative = !isSole && !beside.contains("AND")
                changes.append(
                    Change(
                        range: range, text: isAlternative ? "(\(text) AND FALSE)" : "(\(text) OR TRUE)", isDrop: true))
                offerMoved(operand)
            }
            operands = []
            connectors = []
        }

        private func isWholeCondition(_ operand: Range<Int>) -> Bool {
            operand.lowerBound > 0 && Self.beginnings.contains(tokens[operand.lowerBound - 1].text)
        }

        private mutating func offerMoved(_ operand: Range<Int>) {
            let changed = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
            var depth = 0
            for token in tokens[operand] {
                depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
                guard depth == 0, let other = changed[token.text] else { continue }
                changes.append(Change(range: token.range, text: other, isDrop: false))
            }
        }
    }
}
