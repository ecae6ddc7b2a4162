import Domain
import Primitives
public import StrictJSON

extension AccessClaims {
    /// The claims as a JWT payload.
    public var json: JSONObject {
        var object: JSONObject = [
            "iss": .string(issuer),
            "aud": audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map(JSON.string)),
            "sub": .string(account.description), "sid": .string(session.description),
            "dev": .string(device.description), "jti": .string(jti), "iat": Self.seconds(issued),
            "nbf": Self.seconds(notBefore), "exp": Self.seconds(expires), "tsv": .string(String(tsv)),
            "scope": .string(scope.text), "role": .string(role.rawValue), "amr": .array(amr.map(JSON.string)),
        ]
        if let thumbprint { object["cnf"] = ["jkt": .string(thumbprint)] }
        if let authorizedParty { object["azp"] = .string(authorizedParty) }
        if let authenticated { object["auth_time"] = Self.seconds(authenticated) }
        return object
    }

    /// Reads a JWT payload. Every claim but `cnf`, `azp` and `auth_time` is required; throws `bad` naming the first missing or
    /// malformed claim. Unknown members are ignored.
    public init(_ object: JSONObject) throws(TokenFault) {
        func wrong(_ name: String) -> TokenFault { .bad("the claim \(name) is missing or wrong") }
        func text(_ name: String, maximum: Int = 256) throws(TokenFault) -> String {
            guard let text = object[name]?.string, (1...maximum).contains(text.utf8.count) else { throw wrong(name) }
            return text
        }
        func time(_ name: String) throws(TokenFault) -> Instant {
            guard let seconds = object[name]?.number?.int64, (0...253_402_300_799).contains(seconds) else {
                throw wrong(name)
            }
            return Instant(ms: seconds * 1000)
        }
        func id<ID: Identifier>(_ name: String) throws(TokenFault) -> ID {
            guard let id = ID(try text(name)) else { throw wrong(name) }
            return id
        }
        func texts(_ json: JSON?, _ name: String) throws(TokenFault) -> [String] {
            guard let elements = json?.array, elements.count <= 16 else { throw wrong(name) }
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else { throw wrong(name) }
            return texts
        }
        issuer = try text("iss")
        if let one = object["aud"]?.string { audiences = [one] } else { audiences = try texts(object["aud"], "aud") }
        guard !audiences.isEmpty else { throw wrong("aud") }
        account = try id("sub")
        session = try id("sid")
        device = try id("dev")
        jti = try text("jti", maximum: 128)
        issued = try time("iat")
        notBefore = try time("nbf")
        expires = try time("exp")
        guard let version = Int64(try text("tsv")), version >= 0, String(version) == object["tsv"]?.string else {
            throw wrong("tsv")
        }
        tsv = version
        guard let words = object["scope"]?.string, words.utf8.count <= 1024 else { throw wrong("scope") }
        scope = Set(text: words)
        guard let known = Role(rawValue: try text("role")) else { throw wrong("role") }
        role = known
        amr = try texts(object["amr"], "amr")
        thumbprint = nil
        authorizedParty = nil
        if let binding = object["cnf"] {
            guard let thumbprint = binding["jkt"]?.string, thumbprint.utf8.count == 43 else { throw wrong("cnf") }
            self.thumbprint = thumbprint
        }
        if object["azp"] != nil { authorizedParty = try text("azp") }
        if object["auth_time"] != nil { authenticated = try time("auth_time") }
    }

    private static func seconds(_ instant: Instant) -> JSON { .number(JSONNumber(instant.ms / 1000)) }
}
