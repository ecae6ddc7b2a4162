public import Domain
public import Primitives

/// The values that the session of a login is made of.
public struct NewSession: Sendable {
    /// The device key that signs in.
    public struct Device: Sendable {
        let thumbprint: String
        /// The key as a JWK.
        let publicKey: String
        /// The name that the device gave with this call or with its registration; nil if it gave none.
        let name: String?

        public init(thumbprint: String, publicKey: String, name: String?) {
            self.thumbprint = thumbprint
            self.publicKey = publicKey
            self.name = name
        }
    }

    /// Fresh identifiers. That of the device is used only if the device has no row yet.
    public struct Identifiers: Sendable {
        let device: DeviceID, session: SessionID, family: FamilyID

        public init(device: DeviceID, session: SessionID, family: FamilyID) {
            self.device = device
            self.session = session
            self.family = family
        }
    }

    /// The proof that a login began with.
    public enum Means: String, Sendable, Hashable {
        case oneTimeCode = "otp"
        case pin
    }

    let means: Means
    let device: Device
    let identifiers: Identifiers
    /// The two digits both devices show if the session needs admission.
    let digits: String
    /// The time from the transaction that opens the session to the end of its life.
    let lifetime: Duration
    /// The time without use after which a device's admission lapses.
    let admissionLapse: Duration
    /// Computes the keyed hash of the first refresh token. It runs inside the transaction, because the account's
    /// identifier and the session's level are known only there, and the store holds no keys.
    let refreshHash: @Sendable (AccountID, SessionID, FamilyID, SessionLevel) -> [UInt8]
    /// The number of the key that `refreshHash` uses.
    let hashKey: Int

    public init(
        means: Means = .oneTimeCode, device: Device, identifiers: Identifiers, digits: String, lifetime: Duration,
        admissionLapse: Duration = .days(90), hashKey: Int = 1,
        refreshHash: @escaping @Sendable (AccountID, SessionID, FamilyID, SessionLevel) -> [UInt8]
    ) {
        self.means = means
        self.device = device
        self.identifiers = identifiers
        self.digits = digits
        self.lifetime = lifetime
        self.admissionLapse = admissionLapse
        self.hashKey = hashKey
        self.refreshHash = refreshHash
    }
}
