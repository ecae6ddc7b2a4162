import StrictJSON

extension Telling {
    /// How the person decides about entries that wait for it.
    static let choosing = "They stay here until you choose: latchkey keep-as-new ENTRY, or latchkey discard ENTRY."

    /// The entries as a table: issuer, account, code in two halves, and how long it lasts; below it, what to do about
    /// those that wait for a choice.
    static func list(_ answer: JSONObject) -> String {
        let entries = answer["entries"]?.array ?? []
        guard !entries.isEmpty else { return "No entries." }
        let issuers = entries.map { $0["issuer"]?.string ?? "" },
            accounts = entries.map { $0["accountName"]?.string ?? "" }
        let width = (issuers.map(\.count).max() ?? 0, accounts.map(\.count).max() ?? 0)
        let lines = zip(entries, zip(issuers, accounts)).map { entry, names in
            "\(padded(names.0, width.0))  \(padded(names.1, width.1))  \(code(entry))\(marks(entry))"
        }
        let waiting = entries.filter { $0["held"] != nil || $0["parked"] != nil }.count
        return (lines + (waiting > 0 ? ["Waiting for you: \(waiting). \(choosing)"] : [])).joined(separator: "\n")
    }

    private static func code(_ entry: JSON) -> String {
        guard let code = entry["code"]?.string else { return padded("(by counter)", 27) }
        let half = code.index(code.startIndex, offsetBy: code.count / 2)
        return
            "\(padded("\(code[..<half]) \(code[half...])", 9))  \(countdown(entry["validForMs"]?.number?.int64 ?? 0))"
    }

    /// Ten cells of three seconds each, and the seconds.
    private static func countdown(_ ms: Int64) -> String {
        let full = min(10, max(0, Int((ms + 2_999) / 3_000))), seconds = (ms + 999) / 1_000
        return String(repeating: "▰", count: full) + String(repeating: "▱", count: 10 - full)
            + padded(" \(seconds) s", 5)
    }

    private static func marks(_ entry: JSON) -> String {
        var marks: [String] = []
        if entry["synchronised"]?.bool == false { marks.append("only here") }
        if entry["held"]?.bool == true { marks.append("held: of another account") }
        if let parked = entry["parked"]?.string {
            marks.append(parked == "gone" ? "deleted elsewhere" : "refused: \(parked)")
        }
        if let secret = entry["secret"]?.string { marks.append(secret) }
        return marks.isEmpty ? "" : "  " + marks.joined(separator: ", ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
