/// Plants mutations in the text of a file.
public enum Planting {
    /// The text with all of the mutations behind the switch.
    ///
    /// - Parameters:
    ///   - mutations: the mutations of this file with their numbers; at most one may replace the same piece of the text.
    public static func plant(_ mutations: [(number: Int, mutation: Mutation)], in text: String) -> String {
        let bytes = Array(text.utf8)
        var insertions: [Insertion] = [], replacements: [Int: (end: Int, text: String)] = [:]
        for (number, mutation) in mutations {
            // A call that takes both sides of an operator has to be the innermost one, because a comma takes the place of
            // the operator.
            let depth = mutation.edits.contains { if case .replace = $0 { true } else { false } } ? 1 : 0
            for edit in mutation.edits {
                switch edit {
                case .call(let name, let range, let suffix):
                    let prefix = "\(name)(\(number), "
                    insertions += Insertion.pair(prefix, suffix, around: range, depth: depth, number)
                case .statement(let range):
                    insertions += Insertion.pair("if mutantKeeps(\(number)) { ", " }", around: range, depth: -1, number)
                case .replace(let range, let new):
                    replacements[range.lowerBound] = (range.upperBound, new)
                }
            }
        }
        insertions.sort()
        var result: [UInt8] = [], position = 0, next = insertions[...]
        while true {
            while let insertion = next.first, insertion.offset == position {
                result += Array(insertion.text.utf8)
                next.removeFirst()
            }
            guard position < bytes.count else { break }
            if let (end, new) = replacements[position] {
                result += Array(new.utf8)
                position = end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return header + String(decoding: result, as: UTF8.self)
    }

    static let header = "public import MutationSwitch\n"
}

/// A text that goes before a byte of the file.
private struct Insertion: Comparable {
    var offset: Int
    var text: String
    /// Of several insertions at one place the ends of pieces come first, the inner pieces before the outer ones; then the
    /// beginnings, the outer pieces before the inner ones.
    var order: (Int, Int, Int, Int)

    /// - Parameters:
    ///   - depth: of several pairs around one piece, one of a higher depth is inside.
    ///   - number: orders the pairs of one depth.
    static func pair(
        _ prefix: String, _ suffix: String, around range: Range<Int>, depth: Int, _ number: Int
    ) -> [Insertion] {
        [
            Insertion(offset: range.lowerBound, text: prefix, order: (1, -range.count, depth, number)),
            Insertion(offset: range.upperBound, text: suffix, order: (0, range.count, -depth, -number)),
        ]
    }

    static func == (left: Insertion, right: Insertion) -> Bool {
        left.offset == right.offset && left.order == right.order
    }

    static func < (left: Insertion, right: Insertion) -> Bool {
        left.offset != right.offset ? left.offset < right.offset : left.order < right.order
    }
}
