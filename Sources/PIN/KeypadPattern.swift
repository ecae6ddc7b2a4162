/// Figures that a finger draws on the keypad of a telephone, which has 1, 2, 3 in its first row and 0 below 8.
enum KeypadPattern {
    /// True if each key lies beside, above or below the one before; if the digits are straight lines of three keys; or
    /// if four digits are the corners of the keypad, or the middles of its edges, in any order.
    static func matches(_ digits: [Int]) -> Bool {
        zip(digits, digits.dropFirst()).allSatisfy(areNeighbours) || areLines(digits)
            || digits.count == 4 && [[1, 3, 7, 9], [2, 4, 6, 8]].contains(digits.sorted())
    }

    private static func areNeighbours(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (position(a), position(b))
        return abs(first.row - second.row) + abs(first.column - second.column) == 1
    }

    private static func position(_ digit: Int) -> (row: Int, column: Int) {
        digit == 0 ? (3, 1) : ((digit - 1) / 3, (digit - 1) % 3)
    }

    private static func areLines(_ digits: [Int]) -> Bool {
        digits.count.isMultiple(of: 3)
            && stride(from: 0, to: digits.count, by: 3).allSatisfy { start in
                let line = Array(digits[start..<start + 3])
                return lines.contains(line) || lines.contains(line.reversed())
            }
    }

    /// The rows, the columns and the diagonals; the middle column also from its second key.
    private static let lines: Set<[Int]> = [
        [1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7], [5, 8, 0],
    ]
}
