import Domain
public import Primitives

/// Somebody who has proved a number, or needs to prove none, on their way in: what the session will be made of.
public struct Arrival: Sendable {
    /// What was proved: the counted attempt whose code was right, or an ACTIVATED registration that asks for none.
    public enum Proof: Sendable {
        /// A right code; it is used up with the arrival.
        case code(Attempt)
        /// Nothing had to be proved.
        case none
    }

    /// What was proved.
    public let proof: Proof
    /// The registration that is confirmed; nil for a login.
    public let registration: RegistrationRecord?
    /// The number's keyed index.
    public let phoneIndex: [UInt8]
    /// The device's key: thumbprint and JWK.
    public let thumbprint: String, publicKey: String
    /// What the device calls itself, if it says.
    public let deviceName: String?
    /// True where a blocked account registers again: its sessions, trust and TokenSecret die.
    public let isAgain: Bool
    /// Fresh identifiers, used as far as they are needed.
    public let account: AccountID, device: DeviceID, session: SessionID, family: FamilyID
    /// Two digits, should the session have to be admitted.
    public let digits: String
    /// When the session ends whatever happens.
    public let expires: Instant
    /// The keyed hash of the first refresh token; a quick function, called inside the transaction.
    public let refreshHash: @Sendable (AccountID, SessionID, FamilyID) -> [UInt8]

    /// Somebody on their way in.
    public init(
        proof: Proof, registration: RegistrationRecord?, phoneIndex: [UInt8], thumbprint: String, publicKey: String,
        deviceName: String?, isAgain: Bool, account: AccountID, device: DeviceID, session: SessionID, family: FamilyID,
        digits: String, expires: Instant, refreshHash: @escaping @Sendable (AccountID, SessionID, FamilyID) -> [UInt8]
    ) {
        self.proof = proof
        self.registration = registration
        self.phoneIndex = phoneIndex
        self.thumbprint = thumbprint
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.isAgain = isAgain
        self.account = account
        self.device = device
        self.session = session
        self.family = family
        self.digits = digits
        self.expires = expires
        self.refreshHash = refreshHash
    }

    /// What is kept with a request that used a code up and let nobody in, so that its repetition is told the same.
    public enum Kept {
        /// The number has no account.
        public static let notRegistered = Array("notRegistered".utf8)
        /// The account is blocked.
        public static let blocked = Array("blocked".utf8)
    }

    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// In: the account and the session as they now stand.
        case entered(AccountRecord, SessionRecord)
        /// The request took effect before; what was kept is the account's and the session's identifiers.
        case repeated(Once.Memory)
        /// The code was used, replaced or ran out while it was compared.
        case over
        /// The code was right and is used up; the number has no account.
        case notRegistered
        /// Nothing was proved, and the number belongs to somebody whose group asks for a code. Nothing was written.
        case codeNeeded
        /// The account is blocked; the code is used up.
        case blocked
        /// The registration or the account is not as it was read: read again, decide again. Nothing was written.
        case changed
    }
}
