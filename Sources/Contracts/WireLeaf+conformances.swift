public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

extension AdmittedPerson: WireEnum {}
extension ApprovalStatus: WireEnum {}
extension BindingEnd: WireEnum {}
extension ChildAccess.State: WireEnum {}
extension CodePurpose: WireEnum {}
extension AuditKind: WireEnum {}
extension AuditParty: WireEnum {}
extension DecisionKind: WireEnum {}
extension GroupApproval: WireEnum {}
extension GroupDevices: WireEnum {}
extension GroupNeed: WireEnum {}
extension GroupVerification: WireEnum {}
extension ImportOutcome: WireEnum {}
extension InviteKind: WireEnum {}
extension InvitePurpose: WireEnum {}
extension KeyState: WireEnum {}
extension MessageState: WireEnum {}
extension NoticeKind: WireEnum {}
extension OnConflict: WireEnum {}
extension OnGone: WireEnum {}
extension OpOutcome: WireEnum {}
extension PINPurpose: WireEnum {}
extension Registration.State: WireEnum {}
extension Role: WireEnum {}
extension Scope: WireEnum {}
extension SecretOperation: WireEnum {}
extension SecretState: WireEnum {}
extension SessionEnd: WireEnum {}
extension SessionLevel: WireEnum {}

extension KeyID: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^(signing|nonce)-[1-9][0-9]{0,5}$"] }
    public static var sample: KeyID { Sample.key }
}

extension OneTimeCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6}$"] }
    public static var sample: OneTimeCode { Sample.code }
}

extension AuthenticatorCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6,8}$"] }
    public static var sample: AuthenticatorCode { Sample.shownCode }
}

extension ItemCode: WireLeaf {
    public static var schema: JSONObject {
        ["type": "string", "pattern": "^([0-9]{6,8}|[23456789BCDFGHJKMNPQRTVWXY]{5})$"]
    }
    public static var sample: ItemCode { Sample.itemCode }
}

extension LanguageTag: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"] }
    public static var sample: LanguageTag { .english }
}

extension DeviceName: WireLeaf {
    public static var schema: JSONObject { ["type": "string"] }
    public static var sample: DeviceName { Sample.deviceName }
}

extension AccessToken: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 8192] }
    public static var sample: AccessToken { Sample.accessToken }
}

extension RefreshToken: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 512] }
    public static var sample: RefreshToken { Sample.refreshToken }
}

extension EnrolmentSecret: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Z2-7]{24}$"] }
    public static var sample: EnrolmentSecret { Sample.enrolmentSecret }
}

extension Set<Scope> {
    /// The scopes as they stand in an answer, sorted by their text.
    public var openValues: [Open<Scope>] { sorted { $0.rawValue < $1.rawValue }.map { Open($0) } }
}

extension RecoveryCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Z2-7]{16}$"] }
    public static var sample: RecoveryCode { Sample.recoveryCode }
}

extension InviteCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^([A-Z2-7]{8}|[A-Z2-7]{26})$"] }
    public static var sample: InviteCode { Sample.inviteCode }
}

extension InviteTicket: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"] }
    public static var sample: InviteTicket { Sample.inviteTicket }
}

extension PINPublicKey: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"] }
    public static var sample: PINPublicKey { Sample.pinPublicKey }
}

extension PINSignature: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Za-z0-9_-]{86}$"] }
    public static var sample: PINSignature { Sample.pinSignature }
}

extension UnlockShare: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"] }
    public static var sample: UnlockShare { Sample.unlockShare }
}

extension AuthenticatorSecret: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[A-Z2-7]{32}$"] }
    public static var sample: AuthenticatorSecret { Sample.factorSecret }
}
