public import StrictJSON

/// A method's contract without its Swift types: what documents, routers and tests need of it.
public struct MethodFacts: Sendable {
    /// See `Method`.
    public let name: String, summary: String, explanation: String
    /// See `Method`.
    public let credential: Credential
    /// See `Method`.
    public let listeners: Set<Listener>
    /// See `Method`.
    public let isAllowedInBatch: Bool, isRead: Bool
    /// See `Method`.
    public let faults: [FaultKind]
    /// The shape of params, always an object.
    public let params: Schema
    /// The shape of the answer, always an object.
    public let answer: Schema
    /// Builds the example's params and answer as JSON; a closure, so that a service at start pays nothing for it.
    public let example: @Sendable () -> (params: JSON, answer: JSON)

    /// Reads everything off the type.
    public init<M: Method>(_ method: M.Type) {
        name = M.name
        summary = M.summary
        explanation = M.explanation
        credential = M.credential
        listeners = M.listeners
        isAllowedInBatch = M.isAllowedInBatch
        isRead = M.isRead
        faults = M.faults
        params = Schema(of: M.Params.self)
        answer = Schema(of: M.Answer.self)
        example = {
            let (params, answer) = M.example
            return (Self.json(params), Self.json(answer))
        }
    }

    /// Reads everything off a type known only at run time, as a catalogue lists them.
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
