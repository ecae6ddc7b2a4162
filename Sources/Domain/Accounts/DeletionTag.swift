/// The keyed hash of a deleted account's identifier. The record of deletions holds it instead of anything personal.
public struct DeletionTag: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
