public import Contracts
import Primitives

/// The otpauth address of an authenticator entry (the Key Uri Format that authenticator apps exchange).
public enum OTPAuthURI {
    private static let prefix = "otpauth://"

    /// The longest address that is parsed, in bytes: no address that is printed is longer.
    ///
    /// An address contains the issuer twice and the account name once. A character of these has at most 4 bytes in UTF-8, which
    /// take 12 bytes when they are escaped. The key is not escaped, and 1024 bytes are enough for everything else.
    static let mostBytes =
        3 * 12 * OTPBody.labelCharacters.upperBound + OTPBody.keyCharacters.upperBound + 1_024

    /// Parses an address.
    ///
    /// The issuer may stand in the label and in a parameter; where they differ the parameter is used, as the format
    /// recommends. Unknown parameters are ignored.
    public static func parse(_ text: String) throws(EntryFault) -> OTPBody {
        guard text.prefix(prefix.count).lowercased() == prefix else { throw .notOTPAuth }
        guard text.utf8.count <= mostBytes else { throw .addressTooLong }
        let rest = text.dropFirst(prefix.count)
        let address = rest.prefix { $0 != "#" }
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let type = path[0].lowercased()
        guard OTPType(rawValue: type) != nil else { throw .unknownType }
        guard path.count == 2, !path[1].isEmpty else { throw .missing("label") }
        let label = try label(path[1])
        let parameters = try parameters(halves.count == 2 ? halves[1] : "")
        if parameters["codedisplay"]?.contains("\"trashed\":true") == true { throw .inTrash }
        return try EntryFields(
            issuer: parameters["issuer"] ?? label.issuer ?? "", accountName: label.account,
            type: parameters["encoder"]?.lowercased() == "steam" ? "steam" : type,
            key: parameters["secret"].map(EntryFields.Key.text), algorithm: parameters["algorithm"],
            digits: parameters["digits"], period: parameters["period"], counter: parameters["counter"]
        ).body()
    }

    /// Formats an entry as an address. If ``parse(_:)`` made the entry, parsing the address gives the same entry,
    /// except for spaces before the account name.
    public static func print(_ body: OTPBody) -> String {
        let account = PercentEncoding.encode(body.accountName)
        // Without an issuer, an account name with a colon is written after an empty issuer. Otherwise its first part would
        // be read as the issuer. An empty account name is written in this way too, because an address needs a label.
        let isPlain = body.issuer.isEmpty && !body.accountName.contains(":") && !body.accountName.isEmpty
        let label = isPlain ? account : PercentEncoding.encode(body.issuer) + ":" + account
        let body = body.normalised
        var parameters = ["secret=\(body.secret)"]
        if !body.issuer.isEmpty { parameters.append("issuer=" + PercentEncoding.encode(body.issuer)) }
        parameters += ["algorithm=\(body.algorithm.rawValue)", "digits=\(body.digits)"]
        if let period = body.period { parameters.append("period=\(period)") }
        if let counter = body.counter { parameters.append("counter=\(counter.value)") }
        return "\(prefix)\(body.type.rawValue)/\(label)?\(parameters.joined(separator: "&"))"
    }

    /// Splits a label at its colon, which may be plain or percent-escaped. A plain colon takes precedence.
    private static func label(_ text: Substring) throws(EntryFault) -> (issuer: String?, account: String) {
        let decoded = try PercentEncoding.decode(text)
        if let colon = text.firstIndex(of: ":") {
            let account = try PercentEncoding.decode(text[text.index(after: colon)...])
            return (try PercentEncoding.decode(text[..<colon]), String(account.drop { $0 == " " }))
        }
        guard let colon = decoded.firstIndex(of: ":") else { return (nil, decoded) }
        return (String(decoded[..<colon]), String(decoded[decoded.index(after: colon)...].drop { $0 == " " }))
    }

    /// The parameters that are read. `encoder` is KeePassXC's mark of Steam's codes, `codedisplay` has Ente's labels.
    private static let knownParameters: Set<String> = [
        "secret", "issuer", "algorithm", "digits", "period", "counter", "encoder", "codedisplay",
    ]

    private static func parameters(_ text: Substring) throws(EntryFault) -> [String: String] {
        var found: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try PercentEncoding.decode(sides[0]).lowercased()
            guard knownParameters.contains(name) else { continue }
            let value = sides.count == 2 ? try PercentEncoding.decode(sides[1]) : ""
            guard found.updateValue(value, forKey: name) == nil else { throw .repeated(name) }
        }
        return found
    }
}
