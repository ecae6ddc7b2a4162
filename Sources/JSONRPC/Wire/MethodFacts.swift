public import StrictJSON

/// A method's contract without its Swift types, for documents, routers and tests; see `Method`.
public struct MethodFacts: Sendable {
    public let name: String, summary: String, explanation: String
    public let credential: Credential
    public let listeners: Set<Listener>
    public let isAllowedInBatch: Bool, isRead: Bool
    public let faults: [FaultKind]
    /// The shape of params; always an object.
    public let params: Schema
    /// The shape of the answer; always an object.
    public let answer: Schema
    /// Returns the example's params and answer as JSON; a closure, so that a service does not encode it at start.
    public let example: @Sendable () -> (params: JSON, answer: JSON)

    public init<M: Method>(_ method: M.Type) {
        name = M.name
        summary = M.summary
        explanation = M.explanation
        credential = M.credential
        // A contract cannot publish an administrator's method by naming another listener.
        let isAdministrators = M.credential == .administrator
        listeners = isAdministrators ? [.administration] : M.listeners
        isAllowedInBatch = M.isAllowedInBatch && !isAdministrators
        isRead = M.isRead
        faults = M.faults
        params = Schema(of: M.Params.self)
        answer = Schema(of: M.Answer.self)
        example = {
            let (params, answer) = M.example
            return (Self.json(params), Self.json(answer))
        }
    }

    /// Reads the facts of a type known only at run time, such as an element of a catalogue.
    public init(erased method: any Method.Type) {
        func facts<M: Method>(_ method: M.Type) -> MethodFacts { MethodFacts(method) }
        self = facts(method)
    }

    private static func json(_ value: some Encodable) -> JSON {
        do {
            return try WireEncoder().encode(value)
        } catch {
            preconditionFailure("an example that cannot be written is a mistake in its contract: \(error)")
        }
    }
}
