public import JSONRPC
public import Primitives

/// The version of an item that an edit was made from: never one without the other, so that a rev is not mistaken for
/// one of another epoch.
public struct ItemBase: Described, Hashable {
    /// The history the rev belongs to
    public var epoch: EpochID
    /// The item's rev in it
    public var rev: DecimalInt64

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case epoch, rev
    }

    /// See the members.
    public init(epoch: EpochID, rev: DecimalInt64) {
        self.epoch = epoch
        self.rev = rev
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .epoch: Field("The history the rev belongs to")
        case .rev: Field("The item's rev in it")
        }
    }
}
