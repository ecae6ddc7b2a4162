public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

extension ApprovalStatus: WireEnum {}
extension CodePurpose: WireEnum {}
extension OnConflict: WireEnum {}
extension OnGone: WireEnum {}
extension OpOutcome: WireEnum {}
extension Registration.State: WireEnum {}
extension Role: WireEnum {}
extension Scope: WireEnum {}
extension SecretOperation: WireEnum {}
extension SecretState: WireEnum {}
extension SessionEnd: WireEnum {}
extension SessionLevel: WireEnum {}

extension OneTimeCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6}$"] }
    public static var sample: OneTimeCode { Sample.code }
}

extension AuthenticatorCode: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6,8}$"] }
    public static var sample: AuthenticatorCode { Sample.shownCode }
}

extension AccessToken: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 8192] }
    public static var sample: AccessToken { Sample.accessToken }
}

extension RefreshToken: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 512] }
    public static var sample: RefreshToken { Sample.refreshToken }
}

extension Set<Scope> {
    /// The scopes as they stand in an answer, sorted by their text.
    public var openValues: [Open<Scope>] { sorted { $0.rawValue < $1.rawValue }.map { Open($0) } }
}
