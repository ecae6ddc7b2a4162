public import JSONRPC

/// How far the renewal of data keys has come.
public struct DataKeyView: WireObject {
    public var waiting: Int
    public var former: Int
    public enum CodingKeys: String, CodingKey { case waiting, former }

    public init(waiting: Int, former: Int) { (self.waiting, self.former) = (waiting, former) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .waiting: Field("The accounts that wait for their new data key")
        case .former:
            Field("The former data keys that are not destroyed yet, because bodies are still sealed with them")
        }
    }
}
