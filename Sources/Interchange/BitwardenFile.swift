import Contracts
import Primitives
import StrictJSON

/// The JSON export of Bitwarden's password manager and of Bitwarden Authenticator: logins whose member `totp` is an
/// `otpauth://` address, a `steam://` address, or a key in Base32.
enum BitwardenFile {
    static func read(_ file: JSONObject) throws(ExchangeFault) -> ReadFile {
        if file["encrypted"]?.bool == true {
            throw .unsupportedEncryption(.bitwarden, advice: "Export it from Bitwarden as plain JSON.")
        }
        var read = ReadFile(.bitwarden), withoutKey = 0
        for (index, item) in try file.elements(of: "items", .bitwarden).enumerated() {
            if case .object(let object) = item, !hasKey(object) {
                withoutKey += 1
                continue
            }
            read.entries.append(
                ReadEntry(.entry(index + 1)) { () throws(EntryFault) in try body(of: JSONFields(item)) })
        }
        if withoutKey > 0 { read.remarks.append(.withoutKey(withoutKey)) }
        return read
    }

    private static func hasKey(_ item: JSONObject) -> Bool {
        switch item["login"] {
        case .object(let login): login["totp"].map { !$0.isNull && $0 != "" } ?? false
        case .bool, .number, .string, .array: true
        case .null, nil: false
        }
    }

    private static func body(of item: JSONFields) throws(EntryFault) -> OTPBody {
        guard let login = try item.fields("login") else { throw .missing("login") }
        return try body(
            ofKey: login.text("totp") ?? "", name: item.text("name") ?? "", user: login.text("username") ?? "")
    }

    /// Makes the entry of a login. Its name and user name are used where the key is no address, or has no labels.
    static func body(ofKey key: String, name: String, user: String) throws(EntryFault) -> OTPBody {
        let steam = "steam://"
        if key.prefix(steam.utf8.count).lowercased() == steam {
            return try EntryFields(
                issuer: name, accountName: user, type: "steam", key: .text(String(key.dropFirst(steam.utf8.count)))
            ).body()
        }
        guard key.prefix(10).lowercased() == "otpauth://" else {
            return try EntryFields(issuer: name, accountName: user, key: .text(key)).body()
        }
        var body = try OTPAuthURI.parse(key)
        let labels = EntryFields(
            issuer: body.issuer.isEmpty && name != body.accountName ? name : body.issuer,
            accountName: body.accountName.isEmpty ? user : body.accountName, key: .text(body.secret))
        let checked = try labels.body()
        (body.issuer, body.accountName) = (checked.issuer, checked.accountName)
        return body
    }

    static func write(_ entries: [OTPBody], _ random: RandomSource) throws(ExchangeFault) -> [UInt8] {
        var items: [JSON] = []
        for body in entries {
            let login: JSON = [
                "uris": [], "username": .string(body.accountName), "password": nil,
                "totp": .string(try key(of: body, .bitwarden)),
            ]
            items.append([
                "id": .string(RandomUUID.text(random)), "organizationId": nil, "folderId": nil, "type": 1,
                "reprompt": 0,
                "name": .string(name(of: body)), "notes": nil, "favorite": false, "login": login, "collectionIds": nil,
            ])
        }
        return JSON.object(["encrypted": false, "folders": [], "items": .array(items)]).encoded()
    }

    /// The name of the login. A Steam key has no labels of its own, so its name is the issuer, also an empty one.
    static func name(of body: OTPBody) -> String {
        body.issuer.isEmpty && body.type != .steam ? body.accountName : body.issuer
    }

    /// The key of the login, as Bitwarden reads it.
    static func key(of body: OTPBody, _ format: ExchangeFormat) throws(ExchangeFault) -> String {
        switch body.type {
        case .totp: OTPAuthURI.print(body)
        case .steam: "steam://\(body.secret)"
        case .hotp: throw .doesNotFit(body, format, why: "Bitwarden has no codes by counter")
        }
    }
}
