public import Contracts
import Primitives
public import StrictJSON

/// What makes two entries the same entry to a person, however their bodies are written. The counter is not part of it: an
/// entry whose code was used since a file was written is the same entry.
public struct EntryFingerprint: Sendable, Hashable {
    private let members: [JSON?]

    /// Nil for a body that has none of the members: two such bodies need not be the same entry.
    public init?(_ body: JSONObject) {
        if let entry = try? WireDecoder().decode(OTPBody.self, from: .object(body)) {
            self.init(entry)
            return
        }
        let members = ["type", "secret", "algorithm", "digits", "period", "issuer", "accountName"].map { body[$0] }
        if members.allSatisfy({ $0 == nil }) { return nil }
        self.init(members: members)
    }

    private init(members: [JSON?]) { self.members = members }

    public init(_ body: OTPBody) {
        let secret = Base32.decode(body.secret).map(Base32.encode) ?? body.secret
        members = [
            .string(body.type.rawValue), .string(secret), .string(body.algorithm.rawValue),
            .number(JSONNumber(body.digits)),
            body.type == .hotp ? nil : .number(JSONNumber(body.period ?? OTPBody.defaultPeriod)),
            .string(Self.trimmed(body.issuer)), .string(Self.trimmed(body.accountName)),
        ]
    }

    /// Some formats do not keep spaces at the beginning of a name.
    private static func trimmed(_ text: String) -> String { String(text.drop { $0 == " " }) }
}
