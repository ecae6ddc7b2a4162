/// The digits of a PIN, with the properties that make one easy to guess.
struct PINDigits {
    /// The digits, each 0…9.
    let values: [Int]

    /// Returns nil for a text that is not at least 4 ASCII digits.
    init?(_ text: String) {
        values = text.utf8.map { Int($0) - 0x30 }
        guard values.count >= 4, values.allSatisfy((0...9).contains) else { return nil }
    }

    /// True if at most two digits are different.
    var hasAtMostTwoDigits: Bool { Set(values).count <= 2 }

    /// True if the digits are a shorter part several times, doubled digits, or a palindrome.
    var isRepetition: Bool {
        let count = values.count
        let isPeriodic = (2...count / 2).contains { period in
            count % period == 0 && zip(values, values.dropFirst(period)).allSatisfy(==)
        }
        return isPeriodic || pairs.map { $0.allSatisfy { $0 % 11 == 0 } } ?? false
            || values.elementsEqual(values.reversed())
    }

    /// True if the digits rise or fall by equal steps, where 0 follows 9; if the digits of both halves do so by steps of
    /// 1; or if numbers of two digits rise or fall by 1, 10 or 11. The latter two are for PINs of at least 6 digits.
    var isSequence: Bool {
        if Self.step(values) != nil { return true }
        guard values.count >= 6, let pairs else { return false }
        let half = values.count / 2
        if [values[..<half], values[half...]].allSatisfy({ [1, 9].contains(Self.step($0)) }) { return true }
        let differences = Set(zip(pairs, pairs.dropFirst()).map { $1 - $0 })
        return differences.count == 1 && differences.isSubset(of: [-11, -10, -1, 1, 10, 11])
    }

    /// True if the first four or the last four digits are a year from 1900 to 2039.
    var hasYear: Bool { [values.prefix(4), values.suffix(4)].map(Self.number).contains { (1900...2039).contains($0) } }

    /// True if there are four digits, which are a day and a month in either order; 29 February is one.
    var isDayAndMonth: Bool {
        guard values.count == 4 else { return false }
        let (first, second) = (Self.number(values[..<2]), Self.number(values[2...]))
        return Self.isDay(first, ofMonth: second) || Self.isDay(second, ofMonth: first)
    }

    /// The numbers of two digits each; nil if the count of digits is odd.
    private var pairs: [Int]? {
        guard values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { Self.number(values[$0..<$0 + 2]) }
    }

    /// The difference between neighbouring digits modulo 10; nil if it is not the same everywhere.
    private static func step(_ digits: some Collection<Int>) -> Int? {
        let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
        return steps.count == 1 ? steps.first : nil
    }

    private static func number(_ digits: ArraySlice<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

    private static func isDay(_ day: Int, ofMonth month: Int) -> Bool {
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
    }
}
