public import Domain
public import JSONRPC
public import Primitives

/// The version and the state of one item, without its content.
public struct ManifestEntry: WireObject {
    public var id: SecretID
    public var rev: DecimalInt64
    public var state: SecretState
    public enum CodingKeys: String, CodingKey { case id, rev, state }

    public init(id: SecretID, rev: DecimalInt64, state: SecretState) {
        (self.id, self.rev, self.state) = (id, rev, state)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The item")
        case .rev: Field("The sequence number of the item's last change")
        case .state: Field("The state of the item")
        }
    }
}
