public import Domain
public import Primitives
import SQL

/// A row of `registration`: a registration under way, of one number by one device key.
public struct RegistrationRecord: Sendable, Hashable {
    /// The time after which an unconfirmed registration expires.
    public static let lifetime = Duration.hours(24)

    public let phoneIndex: PhoneIndex
    /// The device key that started the registration; no other key sees it.
    public let thumbprint: String
    public let group: GroupID
    /// `startedRegistration` or `activated`.
    public let state: Registration.State
    /// The challenge that `registration.confirm` has to name.
    public let challenge: ChallengeID
    /// The number, encrypted by the service.
    public let phoneSealed: Sealed
    /// The name the device gave itself; empty if it gave none.
    public let deviceName: String
    /// The moment the registration expires unless it is confirmed.
    public let expires: Instant

    static let columns = """
        phone_index, thumbprint, facility_group, state, challenge, phone_sealed, device_name, expires, seal_key, \
        index_key, phone_index_other
        """

    init(_ row: Row) throws {
        phoneIndex = PhoneIndex(try row.bytes(0), key: try row.keyNumber(9), other: try row.bytesOrNil(10))
        thumbprint = try row.text(1)
        group = try row.enumValue(2)
        state = try row.enumValue(3)
        challenge = try row.identifier(4)
        phoneSealed = Sealed(try row.bytes(5), key: try row.keyNumber(8))
        deviceName = try row.text(6)
        expires = try row.instant(7)
    }

    public init(
        phoneIndex: PhoneIndex, thumbprint: String, group: GroupID, state: Registration.State, challenge: ChallengeID,
        phoneSealed: Sealed, deviceName: String, expires: Instant
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
