import Domain
public import JSONRPC
import Primitives

public enum AccountNotices: Method {
    public static let name = "account.notices"
    public static let summary =
        "Lists what was done to the account in the last 90 days: devices, suspensions, recovery codes."
    public static let explanation =
        "A child reads its own notices with its scope child; every other caller needs the scope account."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isRead = true
    public static let faults: [FaultKind] = [.pinSetupRequired, .secondFactorRequired]

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var notices: [NoticeView]
        public enum CodingKeys: String, CodingKey { case notices }

        public init(notices: [NoticeView]) { self.notices = notices }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .notices: Field("The newest notices, the newest first", .items(0...300))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(notices: [
            NoticeView(
                number: 1, atMs: Sample.earlier, kind: Open(.deviceWaiting), deviceId: Sample.device,
                deviceName: "Ada's phone")
        ])
    )
}
