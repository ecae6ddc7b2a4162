public import Domain

/// What is recorded of a deleted account.
public struct DeletionRecord: Sendable, Hashable {
    /// The account's tag, by which old tokens are recognised.
    public let tag: DeletionTag
    /// The account's identifier, encrypted by the service.
    public let sealedAccount: [UInt8]

    public init(tag: DeletionTag, sealedAccount: [UInt8]) {
        self.tag = tag
        self.sealedAccount = sealedAccount
    }
}
