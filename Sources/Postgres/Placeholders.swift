#if Postgres
import SQL

/// Finds the parameters in a statement's text, so that this engine refuses the same wrong calls as SQLite does, with
/// the same messages.
enum Placeholders {
    /// Returns the number of values a statement needs: the highest n of its `$n`. Every lower number must occur too.
    ///
    /// - Parameter statement: the text as the caller wrote it, for the fault.
    static func count(in text: String, of statement: String) throws(SQLFault) -> Int {
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
}
#endif
