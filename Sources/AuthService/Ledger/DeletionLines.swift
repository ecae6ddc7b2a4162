import Domain
import Primitives

/// The content of the file of deletions.
///
/// A line is `done TAG` for a deletion that was committed, `intent TAG WRITER.ATTEMPT` for an attempt before its
/// commit, or `abandoned TAG WRITER.ATTEMPT` for an attempt that was not committed. Earlier versions wrote intents and
/// abandoned ones without a writer.
struct DeletionLines {
    /// The accounts that were deleted. No later line changes this, because an identifier is never used again.
    private(set) var done: Set<DeletionTag> = []
    /// The attempts without an outcome, of accounts that are not in ``done``.
    private(set) var open: Set<DeletionIntent> = []

    /// Reads complete lines. A line that is malformed or was cut off by a crash was never acknowledged and is ignored.
    init(parsing bytes: [UInt8]) {
        let complete = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] } ?? []
        for line in complete.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2 || words.count == 3, let bytes = Hex.decode(String(words[1])), bytes.count == 32,
                let intent = DeletionIntent(DeletionTag(bytes), word: words.count == 3 ? words[2] : nil)
            else { continue }
            switch words[0] {
            case "intent": open.insert(intent)
            case "abandoned": settle(intent, as: .abandoned)
            case "done": settle(intent, as: .done)
            case _: continue
            }
        }
        open = open.filter { !done.contains($0.tag) }
    }

    /// Removes an attempt that has an outcome. One that was committed settles every attempt to delete its account.
    mutating func settle(_ intent: DeletionIntent, as outcome: DeletionFile.Outcome) {
        open.remove(intent)
        guard outcome == .done else { return }
        done.insert(intent.tag)
        open = open.filter { $0.tag != intent.tag }
    }

    /// The lines of the compacted file, sorted: one for each deleted account and one for each attempt without an
    /// outcome.
    var text: String { (done.map(Self.line(done:)) + open.map(Self.line(intent:))).sorted().joined() }

    static func line(intent: DeletionIntent) -> String { line("intent", intent.tag, intent.word) }

    static func line(done tag: DeletionTag) -> String { line("done", tag, nil) }

    static func line(abandoned intent: DeletionIntent) -> String { line("abandoned", intent.tag, intent.word) }

    private static func line(_ step: String, _ tag: DeletionTag, _ word: String?) -> String {
        "\(step) \(Hex.encode(tag.bytes))\(word.map { " " + $0 } ?? "")\n"
    }
}
