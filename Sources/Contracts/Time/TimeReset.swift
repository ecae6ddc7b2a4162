public import JSONRPC

public enum TimeReset: Method {
    public static let name = "time.reset"
    public static let summary = "Sets the times in the database that lie in the future back to the present."
    public static let explanation =
        "The command time reset calls it, after a wrong clock was accepted; access to the administration socket is enough. "
        + "The host's clock must be right: a difference from the PostgreSQL server of more than 30 s, and a time before "
        + "that of the program's own file, are refused unless forced. Every running instance follows within a minute. "
        + "Repeating the call changes nothing."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.timeRefused]

    public struct Params: WireObject {
        public var force: Bool
        public enum CodingKeys: String, CodingKey { case force }

        public init(force: Bool) { self.force = force }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .force: Field("True to use the host's clock although it looks wrong")
            }
        }
    }

    public struct Answer: WireObject {
        public var clock: ClockView
        public var changes: [ChangedTimes]
        public var notMended: [String]
        public enum CodingKeys: String, CodingKey { case clock, changes, notMended }

        public init(clock: ClockView, changes: [ChangedTimes], notMended: [String]) {
            (self.clock, self.changes, self.notMended) = (clock, changes, notMended)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .clock: Field("The clocks after the change")
            case .changes: Field("What was changed, without what had no time in the future", .items(0...100))
            case .notMended: Field("What a wrong clock has caused and this method does not change", .items(0...20))
            }
        }
    }

    public static let example = (
        params: Params(force: false),
        answer: Answer(
            clock: Sample.clock, changes: [ChangedTimes(times: "feed.seen", rows: 1)],
            notMended: ["codes that have expired stay expired"])
    )
}

/// The times of one column that were set back.
public struct ChangedTimes: WireObject {
    public var times: String
    public var rows: Int
    public enum CodingKeys: String, CodingKey { case times, rows }

    public init(times: String, rows: Int) { (self.times, self.rows) = (times, rows) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .times: Field("The table and the column", .length(3...100))
        case .rows: Field("The number of rows changed", .range(1...1_000_000_000_000))
        }
    }
}
