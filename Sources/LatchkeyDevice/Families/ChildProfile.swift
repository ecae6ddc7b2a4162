import Contracts
public import Domain
public import Primitives

/// What a child's device keeps of its child. The tokens of the child's session are no part of it: ``HeldTokens``.
public struct ChildProfile: Sendable, Hashable, Codable {
    /// The state of the access, as this device has learnt it last.
    public internal(set) var state = ChildAccess.initial
    /// The name that the parents have given the child; nil before a right invite code.
    public internal(set) var name: String?
    /// The account of the child; nil while the device is not bound.
    public internal(set) var childId: AccountID?
    /// The identifier of the binding. Only the revocation of this one deletes entries. It is nil while the device is not bound,
    /// and where no answer of auth has named it yet.
    public internal(set) var bindingId: BindingID?
    /// The wrong PINs that are left, as auth has named them last.
    public internal(set) var attemptsLeft: Int?
    /// True after the child's account was deleted, until the device is bound again; nil otherwise.
    public internal(set) var isDeleted: Bool?
    /// The secret of this device, from which and from the PIN the key of the PIN is derived: 32 bytes, base64url. It is made
    /// once for each binding.
    var deviceSecret: String?
    /// The ticket of a right invite code; nil except in CHILD_DEVICE_BIND.
    var ticket: InviteTicket?
    /// The keyed digest of that code, by which a repeated one is recognised.
    var codeDigest: String?

    /// True while the device is bound.
    public var isBound: Bool { childId != nil }

    var secretBytes: [UInt8] { deviceSecret.flatMap(Base64URL.decode) ?? [] }

    /// True if auth has named the binding that this device has.
    func has(_ binding: BindingID?) -> Bool { binding != nil && binding == bindingId }

    /// True if auth has named another binding than the one that this device has.
    func hasOther(than binding: BindingID?) -> Bool {
        guard let own = bindingId, let binding else { return false }
        return own != binding
    }

    /// Removes what belongs to the binding. The name stays, because it is shown with the end of the access.
    mutating func endBinding() {
        (childId, bindingId, deviceSecret, attemptsLeft) = (nil, nil, nil, nil)
    }

    /// Holds the ticket of a right code until the device is bound.
    mutating func hold(_ ticket: InviteTicket, of name: String, codeDigest: String) {
        (self.ticket, self.name, self.codeDigest) = (ticket, name, codeDigest)
    }

    mutating func dropTicket() { (ticket, codeDigest) = (nil, nil) }

    /// Stores the binding that auth has made, with a secret that is made now.
    mutating func bind(to child: AccountID, by binding: BindingID?, _ random: RandomSource) {
        (childId, bindingId, deviceSecret) = (child, binding, Base64URL.encode(random.bytes(32)))
        (ticket, codeDigest, attemptsLeft, isDeleted) = (nil, nil, nil, nil)
    }
}

extension ChildAccess.State {
    /// The events by which the access came to the state that auth names; nil where the tables have no such way. That state
    /// then counts all the same, because auth decides: it may have been restored, or an answer was lost.
    func events(to state: ChildAccess.State) -> [ChildAccess.Event]? {
        switch (self, state) {
        case (.childAccessRevoked, .childAccessRevoked), (.childInviteVerify, .childInviteVerify),
            (.childAccessLocked, .childAccessLocked), (.parentVerificationRequired, .parentVerificationRequired),
            (.authChild, .authChild), (.childHome, .authChild), (.unauthenticated, .unauthenticated):
            []
        case (_, .childAccessRevoked): [.accessRevoked]
        case (.childPINSetup, .childPINSetup), (.childPINLogin, .childPINLogin), (.authChild, .childPINLogin),
            (.childHome, .childPINLogin):
            [.appRestart]
        case (.unauthenticated, .childPINLogin): [.bindingKept]
        case (.childAccessLocked, .childPINLogin): [.parentUnlock]
        case (.childAccessLocked, .childPINSetup): [.parentUnlockBeforePIN]
        case (.childPINLogin, .childAccessLocked): [.tooManyFailures]
        case (.childPINLogin, .parentVerificationRequired): [.forgotPIN]
        case (.childAccessLocked, .childInviteVerify), (.parentVerificationRequired, .childInviteVerify):
            [.parentResetsAccess]
        case (.authChild, .unauthenticated), (.childHome, .unauthenticated): [.logout]
        default: nil
        }
    }
}
