/// The access of one child on one device (authentication states of parents and children).
///
/// The auth service keeps the state of each binding of a child to a device; the device keeps it too, and alone distinguishes
/// ``State/childHome`` from ``State/authChild``. Wrong PINs are counted by ``PINLockout``.
public enum ChildAccess: Machine {
    /// The states of the document's section for children, and the three exceptional ones.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        /// The device has no session. It may still have its binding.
        case unauthenticated = "UNAUTHENTICATED"
        /// The child enters an invite code.
        case childInviteVerify = "CHILD_INVITE_VERIFY"
        /// The code was right; the device is not bound yet.
        case childDeviceBind = "CHILD_DEVICE_BIND"
        /// The device is bound and has no PIN yet.
        case childPINSetup = "CHILD_PIN_SETUP"
        /// The child has a session.
        case authChild = "AUTH_CHILD"
        /// The child has a session, and the app shows its main screen.
        case childHome = "CHILD_HOME"
        /// The device is bound and has a PIN; the child enters it.
        case childPINLogin = "CHILD_PIN_LOGIN"
        /// A parent has withdrawn the access.
        case childAccessRevoked = "CHILD_ACCESS_REVOKED"
        /// Too many wrong PINs were entered.
        case childAccessLocked = "CHILD_ACCESS_LOCKED"
        /// The child has forgotten the PIN.
        case parentVerificationRequired = "PARENT_VERIFICATION_REQUIRED"
    }

    /// The transitions' labels of the document. The raw values of events it has no name for are this project's.
    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// `invite.verify` with a code that is valid.
        case validCode = "Valid code"
        /// `invite.verify` with any other code.
        case invalidCode = "Invalid / expired"
        /// `device.bind`.
        case firstLogin = "First login"
        /// `child.setPIN`.
        case pinSet = "PIN set"
        /// The app has shown its first screen.
        case welcome = "Welcome"
        /// `child.challenge`, which an app calls when it starts.
        case appRestart = "App restart"
        /// `session.logout` by the child.
        case logout = "Logout"
        /// `child.revoke`, `child.remove`, or the removal of the device by the administrator.
        case accessRevoked = "Access revoked by parent"
        /// `child.verifyPIN` with the right PIN.
        case correctPIN = "Correct PIN"
        /// `child.verifyPIN` with a wrong PIN that is not the last one.
        case wrongPIN = "Wrong PIN"
        /// `child.verifyPIN` with as many wrong PINs in a row as the limit allows.
        case tooManyFailures = "Too many failures"
        /// `child.forgotPIN`.
        case forgotPIN = "Forgot PIN"
        /// `child.unlock`.
        case parentUnlock = "Parent unlock"
        /// `child.unlock` of a device that has no PIN yet, which only an older copy of the database locks.
        case parentUnlockBeforePIN = "Parent unlock before the PIN is set"
        /// `child.resetAccess`.
        case parentResetsAccess = "Parent resets access"
        /// `child.challenge` on a device that was logged out.
        case bindingKept = "Binding kept"
        /// `device.bind` by another device, with an invite for the child. The entries of this device stay.
        case deviceReplaced = "Another device bound"
        /// The app was installed anew, with another device key, or auth does not know the binding.
        case reinstall = "App reinstalled"
        /// The app has shown that the access was withdrawn.
        case acknowledged = "Back to UNAUTHENTICATED"
    }

    /// A part of a transition's work. The store carries out all parts in one database transaction.
    public enum Effect: String, CaseIterable, Hashable, Sendable, Codable {
        /// Give the device a ticket for the invite, which stays usable.
        case issueTicket
        /// Use the invite up, end the child's former binding, and bind the device.
        case bindDevice
        /// Open a session in place of the former one of the device.
        case openSession
        /// End the sessions of the child.
        case endSessions
        /// Delete the PIN and the unlock share.
        case deletePIN
        /// End the binding of the device.
        case endBinding
        /// Give a notice to the child and to each parent.
        case notifyFamily
    }

    public static let initial = State.childInviteVerify

    public static let finals: Set<State> = []

    /// The transitions of the document. The entry into this machine, from UNAUTHENTICATED by an invite code, is in
    /// ``ParentSession``.
    // swift-format-ignore
    public static let stated: Transitions = [
        .childInviteVerify: [
            .validCode:          .to(.childDeviceBind, .issueTicket),
            .invalidCode:        .to(.childInviteVerify),
        ],
        .childDeviceBind: [
            .firstLogin:         .to(.childPINSetup, .bindDevice, .notifyFamily),
        ],
        .childPINSetup: [
            .pinSet:             .to(.authChild, .openSession),
        ],
        .authChild: [
            .welcome:            .to(.childHome),
            .appRestart:         .to(.childPINLogin, .endSessions),
            .logout:             .to(.unauthenticated, .endSessions),
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .endSessions, .notifyFamily),
        ],
        .childPINLogin: [
            .correctPIN:         .to(.authChild, .openSession),
            .tooManyFailures:    .to(.childAccessLocked, .notifyFamily),
            .forgotPIN:          .to(.parentVerificationRequired, .notifyFamily),
        ],
        .childAccessLocked: [
            .parentUnlock:       .to(.childPINLogin, .notifyFamily),
        ],
        .childAccessRevoked: [
            .acknowledged:       .to(.unauthenticated),
        ],
        .parentVerificationRequired: [
            .parentResetsAccess: .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
        ],
    ]

    /// The transitions that the document's rules need in addition.
    // swift-format-ignore
    public static let inferred: Transitions = [
        // A device that is logged out keeps its binding, so the PIN logs the child in again.
        .unauthenticated: [
            .bindingKept:        .to(.childPINLogin),
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        // The invite expired, or was withdrawn, before the device was bound.
        .childDeviceBind: [
            .invalidCode:        .to(.childInviteVerify),
        ],
        .childPINSetup: [
            // An app that was closed before the PIN was made goes on with making it.
            .appRestart:         .to(.childPINSetup),
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        .authChild: [
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .endSessions, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        .childPINLogin: [
            .wrongPIN:           .to(.childPINLogin),
            .appRestart:         .to(.childPINLogin),
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        // The main screen is left as AUTH_CHILD is.
        .childHome: [
            .appRestart:         .to(.childPINLogin, .endSessions),
            .logout:             .to(.unauthenticated, .endSessions),
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .endSessions, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .endSessions, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        .childAccessLocked: [
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .notifyFamily),
            // An older copy of the database locks each bound device; one without a PIN goes on with making it.
            .parentUnlockBeforePIN: .to(.childPINSetup, .notifyFamily),
            // A child may be locked out because it has forgotten the PIN.
            .parentResetsAccess: .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
        .parentVerificationRequired: [
            .accessRevoked:      .to(.childAccessRevoked, .endBinding, .deletePIN, .notifyFamily),
            .deviceReplaced:     .to(.childInviteVerify, .endBinding, .deletePIN, .notifyFamily),
            .reinstall:          .to(.unauthenticated),
        ],
    ]
}
