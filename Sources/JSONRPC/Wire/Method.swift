/// The contract of one method: its name, params, answer, credential, listeners and faults.
///
/// Each method is a caseless enum in a file of its own in `Contracts`. The OpenRPC documents, the examples and the
/// table of methods are generated from these types.
public protocol Method: Sendable {
    associatedtype Params: WireObject
    /// The `result` member of the response.
    associatedtype Answer: WireObject

    /// The name on the wire, in the form `noun.verb`.
    static var name: String { get }
    /// One sentence for the table of methods.
    static var summary: String { get }
    /// One paragraph for the OpenRPC document: effect, reason and surprises; the summary when there is no more to say.
    static var explanation: String { get }
    static var credential: Credential { get }
    /// The listeners at which the method is served; by default the public one, and the administration socket for the
    /// credential `administrator`. Such a method is served nowhere else, whatever this says.
    static var listeners: Set<Listener> { get }
    /// True if the method may be called in a batch; true by default unless the credential is `administrator`. It is false for methods that check codes or tokens,
    /// answer with much data or wait, because a batch would perform many such calls in one request.
    static var isAllowedInBatch: Bool { get }
    /// True for a method that changes nothing, which may be repeated without a `requestId`; false by default.
    static var isRead: Bool { get }
    /// The faults of the method's own rules, without those of the protocol and of the credential; none by default.
    static var faults: [FaultKind] { get }
    /// Params that the method's test sends to the real handler, and the answer.
    static var example: (params: Params, answer: Answer) { get }
}

extension Method {
    public static var explanation: String { summary }
    public static var listeners: Set<Listener> { credential == .administrator ? [.administration] : [.public] }
    public static var isAllowedInBatch: Bool { credential != .administrator }
    public static var isRead: Bool { false }
    public static var faults: [FaultKind] { [] }
}
