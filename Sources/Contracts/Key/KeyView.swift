public import Domain
public import JSONRPC
public import Primitives

/// A key that all instances know, and its state.
public struct KeyView: WireObject {
    public var key: KeyID
    public var state: Open<KeyState>
    public var sinceMs: Instant
    public var missingAt: [String]
    public var rows: Int?
    public enum CodingKeys: String, CodingKey { case key, state, sinceMs, missingAt, rows }

    public init(key: KeyID, state: Open<KeyState>, sinceMs: Instant, missingAt: [String] = [], rows: Int? = nil) {
        (self.key, self.state, self.sinceMs, self.missingAt, self.rows) = (key, state, sinceMs, missingAt, rows)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .key: Field("The key's kind and number, as in the name of its file")
        case .state:
            Field(
                "published, active, verifyOnly or retired; a key that made rows is verifyOnly while it is kept for them"
            )
        case .sinceMs: Field("The time at which the key got this state")
        case .missingAt: Field("The running instances that have not read the key, at most 32", .items(0...32))
        case .rows:
            Field("The number of rows that need the key; absent for a key that makes no rows, and once it is retired")
        }
    }
}
