public import JSONRPC
public import Primitives

/// The type of a change of a wrap.
public enum KeyWrapOperation: String, WireEnum, Hashable {
    case put, remove
}

/// One change of a wrap.
public struct KeyWrapOp: WireObject {
    public var type: KeyWrapOperation
    public var keyVersion: Int
    public var wrapId: String
    public var base: String?
    public var wrapped: String?
    public var meta: String?
    public enum CodingKeys: String, CodingKey { case type, keyVersion, wrapId, base, wrapped, meta }

    public init(
        type: KeyWrapOperation, keyVersion: Int, wrapId: String, base: String? = nil, wrapped: String? = nil,
        meta: String? = nil
    ) {
        (self.type, self.keyVersion, self.wrapId) = (type, keyVersion, wrapId)
        (self.base, self.wrapped, self.meta) = (base, wrapped, meta)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .type: Field("put adds the wrap or changes it; remove removes it")
        case .keyVersion: .keyVersion
        case .wrapId: .wrapId
        case .base: Field("The tag of the wrap that is changed or removed; absent to add one", .length(1...32))
        case .wrapped: .wrappedKey
        case .meta: .wrapMeta
        }
    }
}

/// The outcome of a change of a wrap.
public enum KeyWrapOutcome: String, WireEnum, Hashable {
    /// The wrap is as the change says.
    case applied
    /// Nothing changed, because it was so before.
    case noop
    /// Nothing changed: the wrap is not at the base, or another one is there already. The list shows it.
    case conflict
    /// Nothing changed: the account has as many wraps as it may.
    case limitReached
}

/// The result of a change of a wrap.
public struct KeyWrapResult: WireObject {
    public var outcome: Open<KeyWrapOutcome>
    public var tag: String?
    public enum CodingKeys: String, CodingKey { case outcome, tag }

    public init(outcome: Open<KeyWrapOutcome>, tag: String? = nil) { (self.outcome, self.tag) = (outcome, tag) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .outcome: Field("The outcome of the change")
        case .tag: Field("The tag of the wrap that is there now; absent if there is none", .length(1...32))
        }
    }
}
