public import StrictJSON

/// Turns the bytes of a request into the bytes of its answer: strict JSON, envelope, route, then the method's handler.
///
/// A router is built once at start and does not change while it serves.
public struct Router: Sendable {
    /// The largest number of calls in a batch; a larger batch is refused as a whole.
    public static let batchLimit = 50

    /// The largest body of one HTTP response, in bytes: results, faults and ids together. A batch of calls with large
    /// answers would otherwise occupy memory without bound.
    public static let answerBudget = 2 << 20

    /// The part of the budget that is kept for each call of a batch, so that a call that is refused with `answerTooLarge`
    /// still has its response within the budget.
    static let refusalBytes = 1 << 10

    /// The part of the budget that must be left for a call of a batch to be performed, in bytes. A method that changes
    /// something and is allowed in a batch never answers with more, so an effect never happens without its answer; only
    /// the answer of a read may be replaced by `answerTooLarge` after the read was performed.
    public static let answerReserve = 512 << 10

    var routes: [String: Route] = [:]
    var order: [String] = []
    let limits: JSONLimits
    let observer: CallObserver
    let document: DiscoveryDocument?

    /// Returns the headers of a reply, given its request and its fault; used for `DPoP-Nonce`. The fault is nil for a
    /// success, and for a batch that was not refused as a whole.
    public var replyHeaders: @Sendable (RequestContext, FaultKind?) -> [Header] = { _, _ in [] }

    /// Returns the fault that refuses every call of this router at the moment, before its caller is authenticated; nil to
    /// perform calls.
    public var refusal: @Sendable (RequestContext) -> Fault? = { _ in nil }

    /// Returns the fault that refuses a call of `rpc.discover`; nil to answer it.
    public var refusalOfDiscovery: @Sendable (RequestContext) -> Fault? = { _ in nil }

    /// Verifies the `Latchkey-Call` header of a request at the internal listener, before its body is parsed; returns nil
    /// if the header is not valid. Every answer to a verified caller is authenticated, faults included.
    public var verifyServiceCall: @Sendable (RequestContext) -> ServiceCaller? = { _ in nil }

    /// - Parameters:
    ///   - limits: the limits of a request body.
    ///   - document: the answer of `rpc.discover`; nil if that method is not served.
    ///   - observer: receives each answered call and each refused body.
    public init(limits: JSONLimits = .standard, document: DiscoveryDocument? = nil, observer: CallObserver = .none) {
        self.limits = limits
        self.document = document
        self.observer = observer
    }

    /// Serves a method.
    ///
    /// - Parameters:
    ///   - identify: authenticates the caller before params are read; throws a `Fault` to refuse the caller.
    ///   - handler: performs the call; throws a `Fault` to refuse it.
    public mutating func on<M: Method, Identity: Sendable>(
        _ method: M.Type, as identify: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        let facts = MethodFacts(method)
        let schema = facts.params
        add(
            Route(facts: facts) { params, context in
                let caller = try await identify(facts, context)
                let named = try Route.named(params, for: schema)
                let call = Call<M, Identity>(
                    try Route.decode(M.Params.self, from: named), caller: caller, context: context)
                return try WireEncoder().bytes(try await handler(call))
            })
    }

    /// Serves a method that needs no credential and always has the same answer, which is encoded once.
    public mutating func on<M: Method>(_ method: M.Type, always answer: M.Answer) throws {
        let bytes = try WireEncoder().bytes(answer)
        let facts = MethodFacts(method)
        let schema = facts.params
        add(
            Route(facts: facts) { params, _ in
                if params != nil { _ = try Route.named(params, for: schema) }
                return bytes
            })
    }

    private mutating func add(_ route: Route) {
        precondition(routes[route.facts.name] == nil, "\(route.facts.name) is served twice")
        routes[route.facts.name] = route
        order.append(route.facts.name)
    }

    /// Removes every other method, also from the answer of `rpc.discover`; to be called before the first request.
    public mutating func keepOnly(_ names: Set<String>) {
        routes = routes.filter { names.contains($0.key) }
        order = order.filter(names.contains)
    }

    /// The methods served, in the order they were added.
    public var methods: [MethodFacts] { order.compactMap { routes[$0]?.facts } }

    /// Answers one request: a single call or a batch.
    public func answer(_ context: RequestContext) async -> Reply {
        guard context.listener == .internal, context.internalCall != nil, let caller = verifyServiceCall(context) else {
            return await answerBody(context)
        }
        var context = context
        context.serviceCaller = caller
        var reply = await answerBody(context)
        reply.headers.append(caller.authenticateAnswer(reply.status, reply.body))
        return reply
    }

    private func answerBody(_ context: RequestContext) async -> Reply {
        let value: JSON
        do {
            value = try JSON(parsing: context.body, limits: limits)
        } catch {
            return refuse(Fault(.parseError, detail: error.detail), context)
        }
        guard case .array(let entries) = value else { return await answerOne(value, context) }
        guard !entries.isEmpty else { return refuse(Fault(.invalidRequest), context) }
        guard entries.count <= Self.batchLimit else { return refuse(Fault(.batchTooLarge), context) }
        return await answerBatch(entries, context)
    }

    private func answerOne(_ value: JSON, _ context: RequestContext) async -> Reply {
        let response = await respond(to: value, batchBudget: nil, context)
        var reply = Reply(body: response.bytes)
        if let fault = response.fault, fault.isUnauthorized, !response.bytes.isEmpty {
            reply.status = 401
            reply.challenge = #"Bearer error="invalid_token""#
        }
        reply.headers = replyHeaders(context, response.fault)
        return reply
    }

    private func answerBatch(_ entries: [JSON], _ context: RequestContext) async -> Reply {
        var body: [UInt8] = [], budget = Self.answerBudget - Self.batchLimit * Self.refusalBytes
        for entry in entries {
            let response = await respond(to: entry, batchBudget: max(budget, 0), context)
            budget -= response.bytes.count
            guard !response.bytes.isEmpty else { continue }
            body.append(body.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            body.append(contentsOf: response.bytes)
        }
        if !body.isEmpty { body.append(UInt8(ascii: "]")) }
        return Reply(body: body, headers: replyHeaders(context, nil))
    }

    private func refuse(_ fault: Fault, _ context: RequestContext) -> Reply {
        var body: [UInt8] = []
        ResponseWriter.failure(fault, id: .null, traceID: context.traceID, into: &body)
        let now = observer.now()
        observer.answered(
            .init(method: "unknown", fault: fault.kind.name, began: now, ended: now, traceID: context.traceID))
        return Reply(body: body, headers: replyHeaders(context, fault.kind))
    }
}

extension JSONSyntaxError {
    /// The reason and its byte offset, for `error.data`.
    fileprivate var detail: JSONObject {
        ["reason": .string(reason), "byteOffset": .number(JSONNumber(byteOffset))]
    }
}
