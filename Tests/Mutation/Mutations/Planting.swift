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
            for edit in mutation.edits {
                switch edit {
                case .call(let name, let range, let suffix):
                    insertions += Insertion.pair("\(name)(\(number), ", suffix, around: range, rank: number)
                case .statement(let range):
                    insertions += Insertion.pair("if mutantKeeps(\(number)) { ", " }", around: range, rank: number)
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
    var order: (Int, Int, Int)

    static func pair(_ prefix: String, _ suffix: String, around range: Range<Int>, rank: Int) -> [Insertion] {
        [
            Insertion(offset: range.lowerBound, text: prefix, order: (1, -range.count, rank)),
            Insertion(offset: range.upperBound, text: suffix, order: (0, range.count, -rank)),
        ]
    }

    static func == (left: Insertion, right: Insertion) -> Bool {
        left.offset == right.offset && left.order == right.order
    }

    static func < (left: Insertion, right: Insertion) -> Bool {
        left.offset != right.offset ? left.offset < right.offset : left.order < right.order
    }
}
