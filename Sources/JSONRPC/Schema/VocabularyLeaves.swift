public import Primitives
public import StrictJSON

/// An identifier is a lower-case UUID in text.
extension Identifier {
    /// A UUID.
    public static var schema: JSONObject { ["type": "string", "format": "uuid"] }
    /// The UUID of zeros.
    public static var sample: Self { Self(bits: 0) }
}

extension AccountID: WireLeaf {}
extension DeviceID: WireLeaf {}
extension SessionID: WireLeaf {}
extension ChallengeID: WireLeaf {}
extension SecretID: WireLeaf {}
extension OperationID: WireLeaf {}
extension RequestID: WireLeaf {}
extension TicketID: WireLeaf {}
extension FamilyID: WireLeaf {}
extension EventID: WireLeaf {}
extension EpochID: WireLeaf {}

extension GroupID: WireLeaf {
    /// A slug.
    public static var schema: JSONObject { ["type": "string", "pattern": "^[a-z][a-z0-9-]{0,31}$"] }
    /// `clinic`.
    public static var sample: GroupID {
        guard let group = GroupID(rawValue: "clinic") else { preconditionFailure("clinic is a slug") }
        return group
    }
}

extension Instant: WireLeaf {
    /// Milliseconds since 1970 as a decimal string.
    public static var schema: JSONObject { ["type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$"] }
    /// 1970.
    public static var sample: Instant { Instant(ms: 0) }
}

extension DecimalInt64: WireLeaf {
    /// A 64-bit number as a decimal string.
    public static var schema: JSONObject { ["type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$"] }
    /// Zero.
    public static var sample: DecimalInt64 { DecimalInt64(0) }
}
