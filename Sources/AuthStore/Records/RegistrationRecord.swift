public import Domain
public import Primitives
import SQL

/// A registration under way: one number on one device key (seed 2).
public struct RegistrationRecord: Sendable, Hashable {
    /// The number's keyed index.
    public let phoneIndex: [UInt8]
    /// The device key that started it, and may alone see it.
    public let thumbprint: String
    /// The group that was chosen.
    public let group: GroupID
    /// `startedRegistration` or `activated`.
    public let state: Registration.State
    /// What `registration.confirm` must name.
    public let challenge: ChallengeID
    /// The number, sealed by the service.
    public let phoneSealed: [UInt8]
    /// What the device called itself.
    public let deviceName: String
    /// When it is forgotten unless confirmed.
    public let expires: Instant

    static let columns =
        "phone_index, thumbprint, facility_group, state, challenge, phone_sealed, device_name, expires"

    init(_ row: Row) throws {
        phoneIndex = try row.bytes(0)
        thumbprint = try row.text(1)
        group = try row.word(2)
        state = try row.word(3)
        challenge = try row.id(4)
        phoneSealed = try row.bytes(5)
        deviceName = try row.text(6)
        expires = try row.instant(7)
    }

    /// A registration about to be started.
    public init(
        phoneIndex: [UInt8], thumbprint: String, group: GroupID, state: Registration.State, challenge: ChallengeID,
        phoneSealed: [UInt8], deviceName: String, expires: Instant
    ) {
        self.phoneIndex = phoneIndex
        self.thumbprint = thumbprint
        self.group = group
        self.state = state
        self.challenge = challenge
        self.phoneSealed = phoneSealed
        self.deviceName = deviceName
        self.expires = expires
    }
}
