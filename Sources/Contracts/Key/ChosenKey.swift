public import Domain
public import JSONRPC

/// The params of the methods that change the state of one key.
public struct ChosenKey: WireObject {
    public var key: KeyID
    public enum CodingKeys: String, CodingKey { case key }

    public init(key: KeyID) { self.key = key }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .key: Field("The key's kind and number, as in the name of its file")
        }
    }
}

/// The answer of the methods that change the state of one key.
public struct ChangedKey: WireObject {
    public var key: KeyView
    public enum CodingKeys: String, CodingKey { case key }

    public init(key: KeyView) { self.key = key }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .key: Field("The key after the change")
        }
    }
}
