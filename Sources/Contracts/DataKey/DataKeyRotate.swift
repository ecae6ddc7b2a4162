public import JSONRPC
public import Primitives

public enum DataKeyRotate: Method {
    public static let name = "dataKey.rotate"
    public static let summary = "Gives one account, or every account, a new data key in the background."
    public static let explanation =
        "The command keys rotate-data calls it; access to the administration socket is enough. New bodies are sealed with the new "
        + "key at once; the others are sealed anew in chunks, and then the former key is destroyed. No rev changes, so "
        + "devices notice nothing. dataKey.state shows the progress. Each call orders one more new key."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.keyRefused]

    public struct Params: WireObject {
        public var accountId: AccountID?
        public enum CodingKeys: String, CodingKey { case accountId }

        public init(accountId: AccountID? = nil) { self.accountId = accountId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account; every account if absent")
            }
        }
    }

    public typealias Answer = DataKeyView

    public static let example = (
        params: Params(accountId: Sample.account), answer: DataKeyView(waiting: 0, former: 1)
    )
}
