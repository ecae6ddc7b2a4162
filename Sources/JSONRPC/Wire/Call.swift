/// One call as its handler sees it: who, what, and where it came from.
public struct Call<M: Method, Identity: Sendable>: Sendable {
    /// Params, decoded and inside their bounds.
    public let params: M.Params
    /// Who is calling, as the method's credential proved it.
    public let caller: Identity
    /// The request around it.
    public let context: RequestContext

    /// Makes a call; tests call handlers with it directly.
    public init(_ params: M.Params, caller: Identity, context: RequestContext) {
        self.params = params
        self.caller = caller
        self.context = context
    }
}
