public import JSONRPC

public enum TimeAccept: Method {
    public static let name = "time.accept"
    public static let summary = "Makes the service believe the host's clock although it looks wrong."
    public static let explanation =
        "The command time accept calls it; access to the administration socket is enough. It ends the wait of a start, "
        + "takes over a jump, and accepts the present difference from the PostgreSQL server until this process ends. It "
        + "is refused for a host whose clock is behind the latest time in the database, which time.reset mends. "
        + "Repeating the call changes nothing."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.timeRefused]

    public typealias Params = Nothing
    public typealias Answer = ClockView

    public static let example = (params: Nothing(), answer: Sample.clock)
}
