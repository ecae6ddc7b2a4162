public import Primitives

/// The key of an account that encrypts on its devices, wrapped for one party. The vault cannot unwrap it.
public struct AccountKeyWrap: Sendable, Hashable {
    /// The place of a wrap in its account.
    public struct ID: Sendable, Hashable, Comparable {
        /// The version of the account key.
        public let keyVersion: Int64
        /// The party that can unwrap it: the id of a device, or `recovery`.
        public let wrapID: String

        public init(keyVersion: Int64, wrapID: String) { (self.keyVersion, self.wrapID) = (keyVersion, wrapID) }

        public static func < (one: ID, other: ID) -> Bool {
            (one.keyVersion, one.wrapID) < (other.keyVersion, other.wrapID)
        }
    }

    public let id: ID
    /// 12 random bytes that name this version of the wrap.
    public let tag: [UInt8]
    public let wrapped: [UInt8]
    /// Text for the party, which the vault does not read.
    public let meta: String?
    public let updatedAt: Instant
    public let updatedBy: DeviceID
}

/// One change of a wrap.
public struct WrapChange: Sendable, Hashable {
    public let id: AccountKeyWrap.ID
    /// The tag of the wrap that is changed or removed; nil to add one.
    public let base: [UInt8]?
    /// The new content; nil to remove the wrap.
    public let content: Content?

    public struct Content: Sendable, Hashable {
        public let wrapped: [UInt8]
        public let meta: String?

        public init(wrapped: [UInt8], meta: String?) { (self.wrapped, self.meta) = (wrapped, meta) }
    }

    public init(_ id: AccountKeyWrap.ID, base: [UInt8]?, content: Content?) {
        (self.id, self.base, self.content) = (id, base, content)
    }
}

/// The outcome of a change of a wrap, with the tag of the wrap that is there now.
public enum WrapOutcome: Sendable, Hashable {
    case applied(tag: [UInt8]?)
    /// It was so before.
    case noop(tag: [UInt8]?)
    /// The wrap is not at the base, or another one is there already.
    case conflict(tag: [UInt8]?)
    /// The account has ``StoreLimits/wrapsPerAccount`` wraps.
    case limitReached
}

/// The wraps of an account after the changes.
public struct WrapResult: Sendable, Hashable {
    /// The outcome of each change, in their order.
    public let outcomes: [WrapOutcome]
    /// All wraps in the order of their places.
    public let wraps: [AccountKeyWrap]
    public let epoch: EpochID
}
