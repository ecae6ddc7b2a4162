/// One method of the wire: its name, what it takes and answers, who may call it where, and how it can refuse.
///
/// Each method is a caseless enum in a file of its own in `Contracts`. The Swift type is the contract: the OpenRPC
/// document, the examples and the table of methods are printed from it.
public protocol Method: Sendable {
    /// Params by name; positions follow the order of declaration.
    associatedtype Params: Described
    /// The `result` member.
    associatedtype Answer: Described

    /// `noun.verb`.
    static var name: String { get }
    /// One line for a table.
    static var summary: String { get }
    /// What it does, why, and what surprises; one paragraph.
    static var explanation: String { get }
    /// What the caller shows.
    static var credential: Credential { get }
    /// The doors it is served at.
    static var listeners: Set<Listener> { get }
    /// False for methods that authenticate, stream or wait.
    static var isAllowedInBatch: Bool { get }
    /// True when calling it twice is the same as calling it once without a `requestId`.
    static var isRead: Bool { get }
    /// The faults its own rules can give; those of the protocol and of its credential are not repeated here.
    static var faults: [FaultKind] { get }
    /// Params that its test plays against the real handler, and what they answer.
    static var example: (params: Params, answer: Answer) { get }
}

extension Method {
    /// Public by default.
    public static var listeners: Set<Listener> { [.public] }
    /// Allowed unless a method says no.
    public static var isAllowedInBatch: Bool { true }
    /// A change unless a method says it only reads.
    public static var isRead: Bool { false }
}
