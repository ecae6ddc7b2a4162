public import JSONRPC

public enum DataKeyState: Method {
    public static let name = "dataKey.state"
    public static let summary = "Shows how many data keys wait for their renewal, and how many former ones are left."
    public static let explanation =
        "The commands keys list and keys rotate-data call it; access to the administration socket is enough. If both numbers are 0, no "
        + "renewal is under way."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = []

    public typealias Params = Nothing
    public typealias Answer = DataKeyView

    public static let example = (params: Nothing(), answer: DataKeyView(waiting: 0, former: 1))
}
