/// One call as its handler receives it: params, caller and request.
public struct Call<M: Method, Identity: Sendable>: Sendable {
    /// The params, decoded and within their bounds.
    public let params: M.Params
    /// The caller, as the method's credential proved it.
    public let caller: Identity
    public let context: RequestContext

    public init(_ params: M.Params, caller: Identity, context: RequestContext) {
        self.params = params
        self.caller = caller
        self.context = context
    }
}
