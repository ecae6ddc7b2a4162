public import JSONRPC
public import Primitives

/// The version of an item that an edit was made from. A rev always comes with its epoch, because equal revs of two
/// epochs are different versions.
public struct ItemBase: WireObject {
    public var epoch: EpochID
    public var rev: DecimalInt64
    public enum CodingKeys: String, CodingKey { case epoch, rev }

    public init(epoch: EpochID, rev: DecimalInt64) { (self.epoch, self.rev) = (epoch, rev) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .epoch: Field("The epoch that the rev belongs to")
        case .rev: Field("The item's rev in that epoch")
        }
    }
}
