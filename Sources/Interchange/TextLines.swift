/// The lines of a text that are not blank, without white space at both ends.
struct TextLines: Sequence {
    struct Line {
        /// The number of the line in the text, from 1.
        let number: Int
        let text: String
    }

    private let lines: [Line]
    /// True if the last line does not end with a line break.
    let isUnfinished: Bool

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var lines: [Line] = []
        var (number, start) = (1, 0)
        func end(at index: Int) {
            var first = start, end = index
            while first < end, Self.isSpace(bytes[first]) { first += 1 }
            while first < end, Self.isSpace(bytes[end - 1]) { end -= 1 }
            if first < end {
                lines.append(Line(number: number, text: String(decoding: bytes[first..<end], as: UTF8.self)))
            }
            number += 1
            start = index + 1
        }
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                end(at: index)
            } else if bytes[index] == UInt8(ascii: "\r") {
                let isPair = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
                end(at: index)
                if isPair {
                    index += 1
                    start = index + 1
                }
            }
            index += 1
        }
        let count = lines.count
        end(at: bytes.count)
        isUnfinished = lines.count > count
        self.lines = lines
    }

    func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
