public import Contracts
public import Primitives
public import StrictJSON

/// One entry on this device: the server's last known version and the person's version.
///
/// There is no separate queue of changes. The next operation follows from the two versions and from ``BaseState``, as
/// ``nextOperationType`` says: an entry without a base is created, for example. Later edits therefore replace earlier
/// unsent ones. An operation that was sent and not yet answered is kept apart, unchanged, until its outcome is known.
public struct LocalEntry: Sendable, Hashable {
    /// The item's id, the same on every device.
    public let id: SecretID
    /// The kind of content, such as `otp`.
    public var kind: String
    /// The version of the body's shape.
    public var schema = 1
    /// The server's version; nil while the server has none.
    public var base: Base?
    /// The person's version; nil after they deleted it and before the server has confirmed that.
    public var body: JSONObject?
    /// The operation that was sent and whose outcome is unknown.
    public var inFlight: PushOp?
    /// Set while the entry is not sent: until it is edited, or the person decides.
    public var blocked: Blocked?
    /// Set while the server has deleted the entry and its content stays in the local trash. Such an entry is in no
    /// list of entries.
    public var trash: LocalTrash?
    /// Labels of this device that another device's have replaced, the newest first; at most ``ReplacedLabel/mostKept``.
    public internal(set) var replaced: [ReplacedLabel] = []
    /// The time at which the entry was made on this device or first received.
    public var createdAt: Instant
    /// The account the entry belongs to; nil for an entry made while signed out and not yet sent.
    ///
    /// The tag outlives a logout that keeps the entry, so the same account takes it back under the same id.
    var owner: OwnerTag?

    /// A version that the server has, or had before it was restored.
    public struct Base: Sendable, Hashable {
        /// The epoch and the rev within it.
        public var version: ItemBase
        public var content: BaseContent
        public var state: BaseState
        /// The lost version that this version was made from, or that it brought back, where this device knows one.
        var madeFrom: ItemBase?

        init(version: ItemBase, content: BaseContent, state: BaseState = .current) {
            (self.version, self.content, self.state) = (version, content, state)
        }

        init(version: ItemBase, body: JSONObject, state: BaseState = .current) {
            self.init(version: version, content: .body(body), state: state)
        }

        /// The present version of an item.
        init(of item: VaultItem, _ version: ItemBase, body: JSONObject) {
            self.init(version: version, body: body)
            madeFrom = item.includes ?? item.broughtBack
        }

        /// The body; nil for a version of whose content this device has none.
        public var body: JSONObject? { content.body }
    }

    init(
        id: SecretID, kind: String, schema: Int = 1, base: Base?, body: JSONObject?, inFlight: PushOp? = nil,
        blocked: Blocked? = nil, createdAt: Instant, owner: OwnerTag? = nil
    ) {
        self.id = id
        self.kind = kind
        self.schema = schema
        self.base = base
        self.body = body
        self.inFlight = inFlight
        self.blocked = blocked
        self.createdAt = createdAt
        self.owner = owner
    }

    /// True if the server has acknowledged a version of the entry, also one that a restore has lost since; false after
    /// a logout that kept the entry, and for one that the server has deleted. "Synchronised" in the secrets logic
    /// document.
    public var isSynchronised: Bool {
        switch base?.state {
        case .current, .returned, .lost: true
        case .kept, .deleted, nil: false
        }
    }

    /// True while the person's version is not the server's. The server has no version that it lost or deleted.
    public var hasUnsentEdits: Bool {
        switch base?.state {
        case .lost, .deleted: true
        case .current, .returned, .kept, nil: base?.content != body.map(BaseContent.body)
        }
    }

    /// True while a person sees the entry: neither deleted here nor in the local trash.
    public var isVisible: Bool { body != nil && trash == nil }

    /// True if the server has a live version of the entry, which no deletion that this device remembers can be later
    /// than.
    var isConfirmedLive: Bool { isVisible && blocked != .gone && base?.state == .current && base?.body != nil }

    /// True if the next push must send an operation of this entry, or if the outcome of one is unknown.
    var isOwed: Bool { inFlight != nil || nextOperationType != nil }

    /// Empty where the body has no issuer.
    public var issuer: String { body?["issuer"]?.string ?? "" }

    /// Empty where the body has no account name.
    public var accountName: String { body?["accountName"]?.string ?? "" }

    func isNamed(_ name: String) -> Bool { [id.description, issuer, accountName].contains(name) }

    /// True for an entry of another account than the given one, and, while nobody is signed in, for a synchronised
    /// entry. A foreign entry is not sent, and only the person's decision removes it. An entry that the person kept
    /// through their logout is not foreign while nobody is signed in.
    func isForeign(to account: OwnerTag?) -> Bool {
        guard let account else { return isSynchronised }
        return owner.map { $0 != account } ?? false
    }

    /// A deletion, or a move to the trash, that the server acknowledged and lost in a restore, and that has to be made
    /// again.
    static func lostDeletion(_ deletion: RememberedDeletion, at now: Instant, owner: OwnerTag) -> LocalEntry {
        let content: BaseContent = deletion.isTrash ? .movedToTrash : .tombstone
        return LocalEntry(
            id: deletion.id, kind: "otp", base: .init(version: deletion.version, content: content, state: .lost),
            body: nil, createdAt: now, owner: owner)
    }

    /// This entry after the server has deleted its account: no server has its content any more, and it waits for the
    /// person's decision. An entry in the local trash stays as it is.
    func keptAfterDeletionOfAccount() -> LocalEntry {
        guard base != nil, trash == nil else { return self }
        var entry = self
        (entry.base, entry.inFlight, entry.blocked) = (nil, nil, .gone)
        return entry
    }

    /// The same content as a local entry, after a logout that keeps it: the base stays for the return of its account,
    /// and so do an operation whose outcome is unknown, the wait for a decision about an entry that is gone, and the
    /// decision to bring an entry back. Of an unsent deletion only id, version and the digest of the content stay.
    ///
    /// - Parameter digest: the keyed digest of a body.
    func keptThroughLogout(of account: OwnerTag?, digest: (JSONObject) -> String) -> LocalEntry {
        var entry = self
        if blocked != .gone { entry.blocked = nil }
        if body == nil, let content = base?.body { entry.base?.content = .erased(digest: digest(content)) }
        if base?.state != .deleted { entry.base?.state = .kept }
        entry.owner = entry.owner ?? (entry.base == nil ? nil : account)
        return entry
    }
}

/// The relation of an entry's base to the server's item.
public enum BaseState: String, Sendable, Hashable {
    /// The item's version when this device last heard of it.
    case current
    /// The account has logged out and the person kept the entry: it counts as local until the account returns.
    case kept
    /// The account has signed in again, and no complete pull has ended since.
    case returned
    /// The server acknowledged the version and lost it in a restore. The next operation has it as its base, and gives
    /// back what was lost.
    case lost
    /// The version is that of the item's tombstone. The next operation restores the item, once the person has decided
    /// to bring the entry back.
    case deleted
}
