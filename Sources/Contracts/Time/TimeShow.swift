public import JSONRPC

public enum TimeShow: Method {
    public static let name = "time.show"
    public static let summary = "Shows the host's clock, the clocks it is compared with, and whether it is believed."
    public static let explanation =
        "The command time show calls it; access to the administration socket is enough. It is also served while the "
        + "service waits at its start because the host's clock is not believed."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = []

    public typealias Params = Nothing
    public typealias Answer = ClockView

    public static let example = (params: Nothing(), answer: Sample.clock)
}
