public import Domain
public import JSONRPC
public import Primitives

/// The params of a method that makes an invite for a child's device or for another parent.
public struct InviteParams: WireObject {
    public var childId: AccountID
    public var kind: InviteKind?
    public var confirmation: GivenConfirmation?
    public var requestId: RequestID?
    public enum CodingKeys: String, CodingKey { case childId, kind, confirmation, requestId }

    public init(
        childId: AccountID, kind: InviteKind? = nil, confirmation: GivenConfirmation? = nil,
        requestId: RequestID? = nil
    ) {
        (self.childId, self.kind, self.requestId) = (childId, kind, requestId)
        self.confirmation = confirmation
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: .child
        case .kind:
            Field("The form of the invite: code, to be read out, or link, to be shown as a QR code; code if absent")
        case .confirmation: .ownSecret
        case .requestId: .idempotencyKey
        }
    }
}

/// An invite, in the one answer that shows its code.
public struct InviteView: WireObject {
    public var code: InviteCode
    public var link: String?
    public var expiresAtMs: Instant
    public enum CodingKeys: String, CodingKey { case code, link, expiresAtMs }

    public init(code: InviteCode, link: String?, expiresAtMs: Instant) {
        (self.code, self.link, self.expiresAtMs) = (code, link, expiresAtMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .code: Field("The code: 8 characters, or 26 in a link")
        case .link:
            Field(
                "The link for a QR code, with the service's address and the code; absent for a short code",
                .length(1...600))
        case .expiresAtMs: Field("The moment at which the invite expires: ten minutes after it was made")
        }
    }
}
