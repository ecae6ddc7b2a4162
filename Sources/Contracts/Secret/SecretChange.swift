public import JSONRPC
public import Primitives

/// The answer of the methods that change one item.
public struct SecretChange: WireObject {
    public var id: SecretID
    public var rev: DecimalInt64
    public var epoch: EpochID
    public enum CodingKeys: String, CodingKey { case id, rev, epoch }

    public init(id: SecretID, rev: DecimalInt64, epoch: EpochID) {
        (self.id, self.rev, self.epoch) = (id, rev, epoch)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The item")
        case .rev: Field("The item's rev after the change")
        case .epoch: Field("The epoch that the rev belongs to")
        }
    }
}
