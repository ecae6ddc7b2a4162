public import Contracts
public import Primitives
public import StrictJSON

/// One entry on this device: the server's last known version and the person's version.
///
/// There is no separate queue of changes. The next operation follows from the two versions: an entry without a base is
/// a create, a body that differs from its base is an update, a base without a body is a delete. Later edits therefore
/// replace earlier unsent ones. An operation that was sent and not yet answered is kept apart, unchanged, until its
/// outcome is known.
public struct LocalEntry: Sendable, Hashable {
    /// The item's id, the same on every device.
    public let id: SecretID
    /// The kind of content, such as `otp`.
    public var kind: String
    /// The server's version; nil while the server has none.
    public var base: Base?
    /// The person's version; nil after they deleted it and before the server has confirmed that.
    public var body: JSONObject?
    /// The operation that was sent and whose outcome is unknown.
    public var inFlight: PushOp?
    /// The reason why the server rejected the entry for good, or `gone` if it was edited here and deleted on another
    /// device. Such an entry stays here and is not sent until it is edited.
    public var rejectedReason: String?
    /// The time at which the entry was made on this device or first received.
    public var createdAt: Instant
    /// The account the entry belongs to; nil for an entry made while signed out.
    ///
    /// The tag outlives a logout that keeps the entry, so the same account takes it back under the same id.
    var owner: OwnerTag?

    /// A version that the server has.
    public struct Base: Sendable, Hashable {
        /// The epoch and the rev within it.
        public var version: ItemBase
        public var body: JSONObject
    }

    init(
        id: SecretID, kind: String, base: Base?, body: JSONObject?, inFlight: PushOp? = nil,
        rejectedReason: String? = nil, createdAt: Instant, owner: OwnerTag? = nil
    ) {
        self.id = id
        self.kind = kind
        self.base = base
        self.body = body
        self.inFlight = inFlight
        self.rejectedReason = rejectedReason
        self.createdAt = createdAt
        self.owner = owner
    }

    /// True while the server has a version; "synchronised" in the secrets logic document.
    public var isSynchronised: Bool { base != nil }

    /// True while the person's version is not the server's.
    public var hasUnsentEdits: Bool { base?.body != body }

    /// Empty where the body has no issuer.
    public var issuer: String { body?["issuer"]?.string ?? "" }

    /// Empty where the body has no account name.
    public var accountName: String { body?["accountName"]?.string ?? "" }

    func isNamed(_ name: String) -> Bool { [id.description, issuer, accountName].contains(name) }

    /// True for an entry of another account than the one signed in, and for a synchronised entry while nobody is signed
    /// in. A held entry is not sent, and only the person's decision removes it.
    func isHeld(by account: OwnerTag?) -> Bool {
        guard let account else { return base != nil }
        return owner.map { $0 != account } ?? false
    }

    /// The same content as an entry that the server does not know.
    func detachedFromServer() -> LocalEntry {
        var entry = self
        entry.base = nil
        entry.inFlight = nil
        entry.rejectedReason = nil
        return entry
    }
}
