public import JSONRPC
public import Primitives
public import StrictJSON

/// One item as `secret.list` shows it; its body is included only on request.
public struct SecretView: WireObject {
    public var id: SecretID
    public var rev: DecimalInt64
    public var kind: String
    public var accountName: String?
    public var issuer: String?
    public var body: JSONObject?
    public var deletedAtMs: Instant?
    public var fault: String?
    public enum CodingKeys: String, CodingKey { case id, rev, kind, accountName, issuer, body, deletedAtMs, fault }

    public init(
        id: SecretID, rev: DecimalInt64, kind: String, accountName: String? = nil, issuer: String? = nil,
        body: JSONObject? = nil, deletedAtMs: Instant? = nil, fault: String? = nil
    ) {
        (self.id, self.rev, self.kind, self.accountName) = (id, rev, kind, accountName)
        (self.issuer, self.body, self.deletedAtMs, self.fault) = (issuer, body, deletedAtMs, fault)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The item")
        case .rev: Field("The item's rev, which an edit must repeat")
        case .kind: Field("The kind of item: otp, note, login or opaque", .length(1...16))
        case .accountName: Field("The account name that the issuer gave")
        case .issuer: Field("The service that asks for the code")
        case .body: Field("The whole content; present if reveal was set")
        case .deletedAtMs: Field("The time at which the item was put into the trash; absent if it is live")
        case .fault: Field("The fault itemUnreadable if the stored item cannot be opened; otherwise absent")
        }
    }
}
