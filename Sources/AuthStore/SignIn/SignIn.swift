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

    let proof: Proof
    /// The registration that is confirmed; nil for a login.
    let registration: RegistrationRecord?
    let phoneIndex: PhoneIndex
    /// A fresh identifier, used only if the number has no account yet.
    let newAccount: AccountID
    let session: NewSession
    /// The keyed hashes of the enrolment secret that was shown, if it was counted, under each index key in use; one of
    /// them admits an operator's device.
    let enrolment: [[UInt8]]?
    /// The counted attempt at a recovery code, if one was shown and is needed; it admits the device.
    let recovery: RecoveryAttempt?

    public init(
        proof: Proof, registration: RegistrationRecord?, phoneIndex: PhoneIndex, newAccount: AccountID,
        session: NewSession, enrolment: [[UInt8]]? = nil, recovery: RecoveryAttempt? = nil
    ) {
        self.proof = proof
        self.registration = registration
        self.phoneIndex = phoneIndex
        self.newAccount = newAccount
        self.session = session
        self.enrolment = enrolment
        self.recovery = recovery
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
