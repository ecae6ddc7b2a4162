import Domain
import Primitives

/// The content of the file of deletions.
///
/// A line is `done TAG` for a deletion that was committed, `intent TAG WRITER.ATTEMPT` for an attempt before its
/// commit, or `abandoned TAG WRITER.ATTEMPT` for an attempt that was not committed. Earlier versions wrote intents and
/// abandoned ones without a writer. A line `key TAG NUMBER` names the index key of a tag; without one it is the first. It
/// is a line of its own because earlier versions ignore it, and read the others.
struct DeletionLines {
    /// The accounts that were deleted. No later line changes this, because an identifier is never used again.
    private(set) var done: Set<DeletionTag> = []
    /// The attempts without an outcome, of accounts that are not in ``done``.
    private(set) var open: Set<DeletionIntent> = []

    /// Reads complete lines. A line that is malformed or was cut off by a crash was never acknowledged and is ignored.
    init(parsing bytes: [UInt8]) {
        var keys: [DeletionTag: Int] = [:]
        let complete = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] } ?? []
        for line in complete.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2 || words.count == 3, let bytes = Hex.decode(String(words[1])), bytes.count == 32
            else { continue }
            if words[0] == "key", words.count == 3, let id = KeyID(rawValue: "index-\(words[2])") {
                keys[DeletionTag(bytes)] = id.number
                continue
            }
            guard let intent = DeletionIntent(DeletionTag(bytes), word: words.count == 3 ? words[2] : nil) else {
                continue
            }
            switch words[0] {
            case "intent": open.insert(intent)
            case "abandoned": settle(intent, as: .abandoned)
            case "done": settle(intent, as: .done)
            case _: continue
            }
        }
        done = Set(done.map { DeletionTag($0.bytes, key: keys[$0] ?? 1) })
        open = Set(open.filter { !done.contains($0.tag) }.map { $0.naming(key: keys[$0.tag] ?? 1) })
    }

    /// Removes an attempt that has an outcome. One that was committed settles every attempt to delete its account.
    mutating func settle(_ intent: DeletionIntent, as outcome: DeletionFile.Outcome) {
        open.remove(intent)
        guard outcome == .done else { return }
        done.insert(intent.tag)
        open = open.filter { $0.tag != intent.tag }
    }

    /// The lines of the compacted file, sorted: for each deleted account and for each attempt without an outcome.
    var text: String { (done.map(Self.lines(done:)) + open.map(Self.lines(intent:))).sorted().joined() }

    static func lines(intent: DeletionIntent) -> String {
        keyLine(intent.tag) + line("intent", intent.tag, intent.word)
    }

    static func lines(done tag: DeletionTag) -> String { keyLine(tag) + line("done", tag, nil) }

    private static func keyLine(_ tag: DeletionTag) -> String { tag.key == 1 ? "" : line("key", tag, "\(tag.key)") }

    static func line(abandoned intent: DeletionIntent) -> String { line("abandoned", intent.tag, intent.word) }

    private static func line(_ step: String, _ tag: DeletionTag, _ word: String?) -> String {
        "\(step) \(Hex.encode(tag.bytes))\(word.map { " " + $0 } ?? "")\n"
    }
}
