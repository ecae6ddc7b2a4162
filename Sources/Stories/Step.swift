public import LatchkeyDevice
public import StrictJSON

/// One step of a story.
public struct Step: Sendable {
    /// Its place, counted from 1.
    public let number: Int
    /// The device that takes it; nil for steps of the operator, of nobody, or of the story itself.
    public let device: String?
    /// What is done.
    public let action: Action
    /// Params or arguments, `$names` not yet filled in.
    public let with: JSONObject
    /// What must come of it; nil where nothing is said.
    public var expect: JSON?
    /// Names to remember, each with a path into what came, such as `entries[0].code`.
    public let take: [(name: String, path: String)]
    /// Repeated until the expectation holds or so many milliseconds have passed since the step before.
    public let withinMs: Int64?
    /// How long a limit on sends may be waited out, in milliseconds.
    public let patienceMs: Int64
    /// Which service, for methods both have.
    public let service: String?
    /// In place of the session's token: false for none, or a text.
    public let token: JSON?
    /// The step in plain words.
    public let says: String?

    /// What a step can be.
    public enum Action: Sendable, Hashable {
        /// A bare call of a method.
        case call(String)
        /// A verb of the reference device.
        case verb(Verb)
        /// The newest code sent to a person, remembered as `$code`.
        case sms(String)
        /// Time passes.
        case wait(Wait)
        /// The service ends by SIGKILL and starts again.
        case kill(String)
        /// What the device's store must hold; nothing is sent.
        case local
        /// A command of the operator.
        case operate(String)
        /// The codes shown are made again by a program that is not ours.
        case codes
        /// The vault's rows of an account, counted by table in its database file by a program that is not ours.
        case holds
        /// Words only.
        case note
    }

    /// How time passes.
    public enum Wait: Sendable, Hashable {
        /// So many milliseconds.
        case ms(Int64)
        /// The clock is put forward; only where it stands still, so a story with it is not played against a real pair.
        case advance(Int64)
        /// Until codes of 30 seconds last at least so many milliseconds more.
        case codesLast(Int64)
    }
}
