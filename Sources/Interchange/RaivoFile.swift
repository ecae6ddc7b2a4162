import StrictJSON

/// The JSON of Raivo's export, which the app puts into an encrypted archive; only the JSON is read. Its numbers are texts.
enum RaivoFile {
    static func read(_ json: JSON) throws(ExchangeFault) -> ReadFile {
        guard case .array(let elements) = json else { throw .damaged(.raivo, why: "it is no JSON list") }
        return ReadFile(.raivo, list: elements) { entry throws(EntryFault) in
            EntryFields(
                issuer: try entry.text("issuer") ?? "", accountName: try entry.text("account") ?? "",
                type: try entry.text("kind"), key: try entry.text("secret").map(EntryFields.Key.text),
                algorithm: try entry.text("algorithm"), digits: try entry.number("digits"),
                period: try entry.number("timer"), counter: try entry.number("counter"))
        }
    }
}
