public import JSONRPC
public import Primitives

/// An ended epoch of an account, and the part of its changes that the epoch now in force includes.
///
/// A device compares its versions with the list of these. A version of an ended epoch with a rev up to `end` still
/// names the same change. A version with a higher rev, or of an epoch that is neither listed nor in force, was lost
/// when the vault was restored.
public struct FormerEpoch: WireObject {
    public var epoch: EpochID
    public var end: DecimalInt64
    public enum CodingKeys: String, CodingKey { case epoch, end }

    public init(epoch: EpochID, end: DecimalInt64) { (self.epoch, self.end) = (epoch, end) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .epoch: Field("The ended epoch")
        case .end: Field("The last sequence number of that epoch which the vault still has; higher ones were lost")
        }
    }
}
