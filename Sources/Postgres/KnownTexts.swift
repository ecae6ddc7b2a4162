#if Postgres
import CPostgres
import SQL

/// A statement's text as one connection knows it.
final class KnownText {
    /// The text in PostgreSQL's own words.
    let rendered: String
    /// How many values it wants.
    let valueCount: Int
    /// Whether only the engine may run it.
    let isControl: Bool
    /// How it is prepared, once for each set of declared types that was needed.
    var shapes: [Shape] = []
    /// The turn in which it was last used, to find the one to let go.
    var lastUsed: UInt64 = 0

    /// One preparation on the server.
    struct Shape {
        let name: String
        let types: [Oid]
    }

    init(_ text: String) throws(SQLFault) {
        rendered = Dialect.postgres.render(text)
        valueCount = try Placeholders.count(in: rendered, named: text)
        isControl = Placeholders.isControl(rendered)
    }

    /// A preparation that takes these types. A `NULL` goes wherever another type was declared, never the other way
    /// round: what the server inferred for it is not known to be right.
    func shape(for types: [Oid]) -> Shape? {
        shapes.first { shape in zip(shape.types, types).allSatisfy { $1 == 0 || $0 == $1 } }
    }
}

/// The texts one connection has met, and a bound on them.
struct KnownTexts {
    private static let atMost = 256
    private var texts: [String: KnownText] = [:]
    private var turn: UInt64 = 0
    private var named = 0

    /// The text, read if it is new. What had to make room for it is handed out, to be dropped on the server.
    mutating func find(_ text: String) throws(SQLFault) -> (known: KnownText, dropped: KnownText?) {
        turn += 1
        if let known = texts[text] {
            known.lastUsed = turn
            return (known, nil)
        }
        let made = try KnownText(text)
        made.lastUsed = turn
        var dropped: KnownText?
        // The engine's own commands stay: what is dropped is told to the server in the same exchange, and nothing may
        // go wrong beside a commit.
        if texts.count >= Self.atMost,
            let oldest = texts.filter({ !$0.value.isControl }).min(by: { $0.value.lastUsed < $1.value.lastUsed })
        {
            dropped = oldest.value
            texts[oldest.key] = nil
        }
        texts[text] = made
        return (made, dropped)
    }

    /// A new name for a preparation.
    mutating func name() -> String {
        named += 1
        return "s\(named)"
    }

    /// Forgets a preparation that failed.
    func forget(_ name: String, of text: KnownText) {
        text.shapes.removeAll { $0.name == name }
    }

    /// Forgets everything; names are not used again.
    mutating func forgetAll() { texts = [:] }
}
#endif
