#if Postgres
import SQL

/// Which parameters a text names, so that both engines refuse the same wrong calls in the same words.
enum Placeholders {
    /// How many values a statement wants: the highest `$n`, every number below it being there too.
    static func count(in text: String, named statement: String) throws(SQLFault) -> Int {
        var numbers: Set<Int> = [], rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                rest = rest.drop { $0 != byte }.dropFirst()
            case UInt8(ascii: "-") where rest.first == byte:
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "?"):
                numbers.insert(0)
            case UInt8(ascii: "$"):
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                rest = rest.dropFirst(digits.count)
                numbers.insert(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
            case _: continue
            }
        }
        let highest = numbers.max() ?? 0
        guard numbers.sorted() == Array(1..<highest + 1) else {
            throw .statement(text: statement, message: "parameters are $1, $2 … without gaps")
        }
        return highest
    }

    /// Whether a text begins, ends or configures, which is the engine's own business.
    static func isControl(_ text: String) -> Bool {
        control.contains(text.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased())
    }

    private static let control: Set<String> = [
        "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE", "DEALLOCATE",
        "DISCARD", "SET", "RESET", "LISTEN", "UNLISTEN", "NOTIFY", "COPY", "VACUUM",
    ]
}
#endif
