public import Primitives
public import StrictJSON

/// Identifiers are lower-case UUIDs on the wire.
extension Identifier {
    public static var schema: JSONObject { ["type": "string", "format": "uuid"] }
    public static var sample: Self { Self(bits: 0) }
}

extension AccountID: WireLeaf {}
extension BindingID: WireLeaf {}
extension DeviceID: WireLeaf {}
extension SessionID: WireLeaf {}
extension ChallengeID: WireLeaf {}
extension PINChallengeID: WireLeaf {}
extension SecretID: WireLeaf {}
extension OperationID: WireLeaf {}
extension RequestID: WireLeaf {}
extension FamilyID: WireLeaf {}
extension EpochID: WireLeaf {}

extension GroupID: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^[a-z][a-z0-9-]{0,31}$"] }
    public static var sample: GroupID {
        guard let group = GroupID(rawValue: "clinic") else { preconditionFailure("clinic is no group name") }
        return group
    }
}

extension Instant: WireLeaf {
    /// The milliseconds since 1970 are a decimal string on the wire.
    public static var schema: JSONObject { ["type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$"] }
    public static var sample: Instant { Instant(ms: 0) }
}

extension DecimalInt64: WireLeaf {
    public static var schema: JSONObject { ["type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$"] }
    public static var sample: DecimalInt64 { DecimalInt64(0) }
}
