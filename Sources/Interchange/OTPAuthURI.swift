public import Contracts
import Primitives

/// The otpauth address of an authenticator entry (the Key Uri Format that authenticator apps exchange).
public enum OTPAuthURI {
    private static let prefix = "otpauth://"

    /// Parses an address.
    ///
    /// The issuer may stand in the label and in a parameter; where they differ the parameter is used, as the format
    /// recommends. Unknown parameters are ignored.
    public static func parse(_ text: String) throws(OTPAuthFault) -> OTPBody {
        guard text.prefix(prefix.count).lowercased() == prefix, text.utf8.count <= 4096 else { throw .notOTPAuth }
        let rest = text.dropFirst(prefix.count)
        let address = rest.prefix { $0 != "#" }
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let type = OTPType(rawValue: path[0].lowercased()) else { throw .unknownType }
        guard path.count == 2, !path[1].isEmpty else { throw .missing("label") }
        let label = try label(path[1])
        let parameters = try parameters(halves.count == 2 ? halves[1] : "")
        return OTPBody(
            accountName: try bounded(label.account, "account name"),
            issuer: try bounded(parameters["issuer"] ?? label.issuer ?? "", "issuer"),
            type: type,
            secret: try secret(parameters["secret"]),
            algorithm: try algorithm(parameters["algorithm"]),
            digits: try number(parameters["digits"], "digits", 6...8, default: 6),
            period: type == .totp ? try number(parameters["period"], "period", 1...300, default: 30) : nil,
            counter: type == .hotp ? try counter(parameters["counter"]) : nil)
    }

    /// Formats an entry as an address. If ``parse(_:)`` made the entry, parsing the address gives the same entry,
    /// except for spaces before the account name. An entry with neither issuer nor account name gives an address
    /// without a label, which ``parse(_:)`` refuses.
    public static func print(_ body: OTPBody) -> String {
        let account = PercentEncoding.encode(body.accountName)
        // An account name with a colon is written after an empty issuer if there is no issuer. Otherwise its first part
        // would be read as the issuer.
        let isPlain = body.issuer.isEmpty && !body.accountName.contains(":")
        let label = isPlain ? account : PercentEncoding.encode(body.issuer) + ":" + account
        var parameters = ["secret=\(body.secret)"]
        if !body.issuer.isEmpty { parameters.append("issuer=" + PercentEncoding.encode(body.issuer)) }
        parameters += ["algorithm=\(body.algorithm.rawValue)", "digits=\(body.digits)"]
        if let period = body.period { parameters.append("period=\(period)") }
        if let counter = body.counter { parameters.append("counter=\(counter.value)") }
        return "\(prefix)\(body.type.rawValue)/\(label)?\(parameters.joined(separator: "&"))"
    }

    /// Splits a label at its colon, which may be plain or percent-escaped. A plain colon takes precedence.
    private static func label(_ text: Substring) throws(OTPAuthFault) -> (issuer: String?, account: String) {
        let decoded = try PercentEncoding.decode(text)
        if let colon = text.firstIndex(of: ":") {
            let account = try PercentEncoding.decode(text[text.index(after: colon)...])
            return (try PercentEncoding.decode(text[..<colon]), String(account.drop { $0 == " " }))
        }
        guard let colon = decoded.firstIndex(of: ":") else { return (nil, decoded) }
        return (String(decoded[..<colon]), String(decoded[decoded.index(after: colon)...].drop { $0 == " " }))
    }

    private static let knownParameters: Set<String> = [
        "secret", "issuer", "algorithm", "digits", "period", "counter",
    ]

    private static func parameters(_ text: Substring) throws(OTPAuthFault) -> [String: String] {
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

    private static func bounded(_ text: String, _ name: String) throws(OTPAuthFault) -> String {
        guard text.unicodeScalars.count <= 256 else { throw .refused(name, why: "it is longer than 256 characters") }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .refused(name, why: "it holds a control character")
        }
        return text
    }

    private static func secret(_ text: String?) throws(OTPAuthFault) -> String {
        guard let text, !text.isEmpty else { throw .missing("secret") }
        guard let bytes = Base32.decode(text), !bytes.isEmpty, bytes.count <= 512 else {
            throw .refused("secret", why: "it is not Base32")
        }
        return Base32.encode(bytes)
    }

    private static func algorithm(_ text: String?) throws(OTPAuthFault) -> OTPAlgorithm {
        guard let text else { return .sha1 }
        let name = text.uppercased().filter { $0 != "-" }
        guard let algorithm = OTPAlgorithm(rawValue: name.hasPrefix("HMAC") ? String(name.dropFirst(4)) : name) else {
            throw .refused("algorithm", why: "it is none of SHA1, SHA256 and SHA512")
        }
        return algorithm
    }

    private static func number(
        _ text: String?, _ name: String, _ bounds: ClosedRange<Int>, default fallback: Int
    ) throws(OTPAuthFault) -> Int {
        guard let text else { return fallback }
        guard isDecimal(text), let number = Int(text), bounds.contains(number) else {
            throw .refused(name, why: "it is not a number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    private static func counter(_ text: String?) throws(OTPAuthFault) -> DecimalInt64 {
        guard let text else { throw .missing("counter") }
        guard isDecimal(text), let counter = Int64(text) else { throw .refused("counter", why: "it is not a number") }
        return DecimalInt64(counter)
    }

    private static func isDecimal(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
