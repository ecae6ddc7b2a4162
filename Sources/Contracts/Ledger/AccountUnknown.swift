public import JSONRPC
public import Primitives

public enum AccountUnknown: Method {
    public static let name = "account.unknown"
    public static let summary = "Returns those of the given accounts that do not exist in auth."
    public static let explanation =
        "A command of the vault's administrator calls it after a restore of auth: people who registered after the backup was "
        + "made are unknown to auth, while their vaults are still there. Deleted accounts are unknown, too."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public struct Params: WireObject {
        public var accounts: [AccountID]
        public enum CodingKeys: String, CodingKey { case accounts }

        public init(accounts: [AccountID]) { self.accounts = accounts }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accounts: Field("The accounts that are asked about", .items(0...500))
            }
        }
    }

    public struct Answer: WireObject {
        public var accounts: [AccountID]
        public enum CodingKeys: String, CodingKey { case accounts }

        public init(accounts: [AccountID]) { self.accounts = accounts }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accounts: Field("The unknown ones, in the order of the question", .items(0...500))
            }
        }
    }

    public static let example = (params: Params(accounts: []), answer: Answer(accounts: []))
}
