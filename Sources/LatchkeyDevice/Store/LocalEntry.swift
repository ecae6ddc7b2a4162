public import Contracts
public import Primitives
public import StrictJSON

/// One entry on this device: the server's last word on it, and the person's.
///
/// There is no separate queue. What is owed to the server follows from the two: a row without a base is a create, a
/// body unlike its base an update, a base without a body a delete. Edits therefore compact themselves; what was sent
/// and not yet answered is kept apart, word for word, until its outcome is known.
public struct LocalEntry: Sendable, Hashable {
    /// The item's id, the same on every device.
    public let id: SecretID
    /// The kind of content.
    public var kind: String
    /// What the server holds; nil while it holds nothing.
    public var base: Base?
    /// What the person sees; nil once they deleted it and the server does not know yet.
    public var body: JSONObject?
    /// The operation that is on its way, its outcome unknown.
    public var sent: PushOp?
    /// Why the server refused it for good; such an entry stays, and is not sent again until edited.
    public var parked: String?
    /// When the entry was made on this device, or first received.
    public var made: Instant
    /// Whose it is, as a tag only this device can make; nil for an entry made while signed out.
    ///
    /// It outlives a logout that keeps the entry: under the same id the same account takes it back.
    var owner: [UInt8]?

    /// A version the server holds.
    public struct Base: Sendable, Hashable {
        /// The history its rev belongs to, and the rev.
        public var version: ItemBase
        /// The content at that rev.
        public var body: JSONObject
    }

    /// True while the server holds it; the seed's "synchronised".
    public var isSynchronised: Bool { base != nil }

    /// True while the server lacks something: never sent, or with unsent edits; the seed's "non-synchronised".
    public var hasUnsentEdits: Bool { base?.body != body }
}
