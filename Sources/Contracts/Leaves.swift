public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

extension ApprovalStatus: WireEnum {}
extension CodePurpose: WireEnum {}
extension OnConflict: WireEnum {}
extension OnGone: WireEnum {}
extension Registration.State: WireEnum {}
extension SecretOperation: WireEnum {}
extension SecretState: WireEnum {}

extension OneTimeCode: WireLeaf {
    /// Six digits.
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6}$"] }
    /// Six digits.
    public static var sample: OneTimeCode { Sample.code }
}

extension AuthenticatorCode: WireLeaf {
    /// Six to eight digits.
    public static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]{6,8}$"] }
    /// Six digits.
    public static var sample: AuthenticatorCode { Sample.shownCode }
}

extension AccessToken: WireLeaf {
    /// A compact JWS.
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 8192] }
    /// Three dots' worth.
    public static var sample: AccessToken { Sample.accessToken }
}

extension RefreshToken: WireLeaf {
    /// Opaque text.
    public static var schema: JSONObject { ["type": "string", "minLength": 1, "maxLength": 512] }
    /// Opaque text.
    public static var sample: RefreshToken { Sample.refreshToken }
}
