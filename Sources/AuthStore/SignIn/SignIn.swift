public import Domain
public import Primitives

/// The input of a sign-in: a phone number on a device, its proof, and the values the new session is made of.
public struct SignIn: Sendable {
    public enum Proof: Sendable {
        /// A right code. It is used up by the sign-in.
        case code(Attempt)
        /// No proof: an ACTIVATED registration needs none.
        case none
    }

    /// The device key that signs in.
    public struct Device: Sendable {
        let thumbprint: String
        /// The key as a JWK.
        let publicKey: String
        /// The name that the device gave with this call; nil if it gave none.
        let name: String?

        public init(thumbprint: String, publicKey: String, name: String?) {
            self.thumbprint = thumbprint
            self.publicKey = publicKey
            self.name = name
        }
    }

    /// Fresh identifiers. Those of the account and the device are used only if the account or device has no row yet.
    public struct Identifiers: Sendable {
        let account: AccountID, device: DeviceID, session: SessionID, family: FamilyID

        public init(account: AccountID, device: DeviceID, session: SessionID, family: FamilyID) {
            self.account = account
            self.device = device
            self.session = session
            self.family = family
        }
    }

    let proof: Proof
    /// The registration that is confirmed; nil for a login.
    let registration: RegistrationRecord?
    let phoneIndex: PhoneIndex
    let device: Device
    let identifiers: Identifiers
    /// The two digits both devices show if the session needs admission.
    let digits: String
    /// The end of the session's life.
    let expires: Instant
    /// The keyed hashes of the enrolment secret that was shown, if it was counted, under each index key in use; one of
    /// them admits an operator's device.
    let enrolment: [[UInt8]]?
    /// The counted attempt at a recovery code, if one was shown and is needed; it admits the device.
    let recovery: RecoveryAttempt?
    /// The time without use after which a device's admission lapses.
    let admissionLapse: Duration
    /// Computes the keyed hash of the first refresh token. It runs inside the transaction, because the account's
    /// identifier and the session's level are known only there, and the store holds no keys.
    let refreshHash: @Sendable (AccountID, SessionID, FamilyID, SessionLevel) -> [UInt8]
    /// The number of the key that `refreshHash` uses.
    let hashKey: Int

    public init(
        proof: Proof, registration: RegistrationRecord?, phoneIndex: PhoneIndex, device: Device,
        identifiers: Identifiers, digits: String, expires: Instant,
        admissionLapse: Duration = .days(90), enrolment: [[UInt8]]? = nil, recovery: RecoveryAttempt? = nil,
        hashKey: Int = 1,
        refreshHash: @escaping @Sendable (AccountID, SessionID, FamilyID, SessionLevel) -> [UInt8]
    ) {
        self.proof = proof
        self.registration = registration
        self.phoneIndex = phoneIndex
        self.device = device
        self.identifiers = identifiers
        self.digits = digits
        self.expires = expires
        self.enrolment = enrolment
        self.recovery = recovery
        self.admissionLapse = admissionLapse
        self.refreshHash = refreshHash
        self.hashKey = hashKey
    }

    public enum Outcome: Sendable, Hashable {
        /// The account and the new session.
        case signedIn(AccountRecord, SessionRecord)
        /// A request with this `requestId` took effect before; the bytes of the response are a ``StoredSignIn``.
        case replayed(StoredResponse)
        /// The code was used, ended or expired while it was compared.
        case codeUnusable
        /// The code was right and is used up; the number has no account.
        case notRegistered
        /// Nothing was proven and the account's group requires a code. Nothing was written.
        case codeRequired
        /// The code was right and is used up; the account is blocked.
        case blocked
        /// The account's group is not served, or nothing was proven and groups that demand no proof are not served.
        /// Nothing was written.
        case groupNotServed
        /// The registration or the account changed since it was read. Nothing was written.
        case stateChanged
    }
}
