public import Domain

/// What is recorded of a deleted account.
public struct DeletionRecord: Sendable, Hashable {
    /// The account's tag, by which old tokens are recognised.
    public let tag: DeletionTag
    /// The account's identifier, encrypted by the service.
    public let sealedAccount: Sealed

    public init(tag: DeletionTag, sealedAccount: Sealed) {
        self.tag = tag
        self.sealedAccount = sealedAccount
    }
}
