public import JSONRPC
public import Primitives
public import StrictJSON

/// One live item in a list; its secret is shown only when asked for.
public struct SecretView: Described, Hashable {
    /// The item
    public var id: SecretID
    /// Its rev, to be named by an edit
    public var rev: DecimalInt64
    /// Otp, note, login or opaque
    public var kind: String
    /// Whose account the code is for
    public var accountName: String?
    /// Who asks for the code
    public var issuer: String?
    /// The whole content, when asked for
    public var body: JSONObject?
    /// ItemUnreadable: it is there and cannot be opened
    public var fault: String?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case id, rev, kind, accountName, issuer, body, fault
    }

    /// See the members.
    public init(
        id: SecretID, rev: DecimalInt64, kind: String, accountName: String? = nil, issuer: String? = nil,
        body: JSONObject? = nil, fault: String? = nil
    ) {
        self.id = id
        self.rev = rev
        self.kind = kind
        self.accountName = accountName
        self.issuer = issuer
        self.body = body
        self.fault = fault
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The item")
        case .rev: Field("Its rev, to be named by an edit")
        case .kind: Field("Otp, note, login or opaque", .length(1...16))
        case .accountName: Field("Whose account the code is for")
        case .issuer: Field("Who asks for the code")
        case .body: Field("The whole content, when asked for")
        case .fault: Field("ItemUnreadable: it is there and cannot be opened")
        }
    }
}
