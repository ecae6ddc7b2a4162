import StrictJSON

extension Router {
    /// The response to one request: its bytes, empty for a notification, and the fault if the request was refused.
    struct Response {
        var bytes: [UInt8] = []
        var fault: FaultKind?
    }

    /// Answers one request.
    ///
    /// - Parameter batchBudget: the part of ``answerBudget`` that earlier calls of the batch have left; nil for a request
    ///   that is sent alone.
    func respond(to value: JSON, batchBudget: Int?, _ context: RequestContext) async -> Response {
        let began = observer.now()
        let envelope: RequestEnvelope
        switch RequestEnvelope.read(value) {
        case .success(let read): envelope = read
        case .failure(let invalid):
            let response = write(.failure(Fault(.invalidRequest)), id: invalid.id, context)
            report("unknown", response.fault, began, context)
            return response
        }
        let route = routes[envelope.method]
        let outcome = await run(envelope, on: route, batchBudget: batchBudget, context)
        var response = write(outcome, id: envelope.id, context)
        if response.bytes.count > batchBudget ?? Self.answerBudget {
            response = write(.failure(Fault(.answerTooLarge)), id: envelope.id, context)
        }
        // A method that is not served at this listener is reported like one that does not exist.
        let isServed = route?.isServed(at: context.listener) ?? (envelope.method == Discover.name)
        report(isServed ? envelope.method : "unknown", response.fault, began, context)
        return response
    }

    private func run(
        _ envelope: RequestEnvelope, on route: Route?, batchBudget: Int?, _ context: RequestContext
    ) async -> Result<[UInt8], Fault> {
        guard let route else {
            if envelope.method == Discover.name, let document {
                // The document is large: a small batch of these calls would have a very large answer.
                guard batchBudget == nil else { return .failure(Fault(.notInBatch)) }
                if let fault = refusalOfDiscovery(context) { return .failure(fault) }
                return .success(document.bytes(for: self, context.listener))
            }
            return .failure(Fault(.methodNotFound))
        }
        guard route.isServed(at: context.listener) else { return .failure(Fault(.methodNotFound)) }
        guard batchBudget == nil || route.facts.isAllowedInBatch else { return .failure(Fault(.notInBatch)) }
        if let batchBudget, batchBudget < Self.answerReserve { return .failure(Fault(.answerTooLarge)) }
        if let fault = refusal(context) { return .failure(fault) }
        do {
            return .success(try await route.run(envelope.params, context))
        } catch let fault as Fault {
            return .failure(fault)
        } catch {
            observer.failed(envelope.method, context.traceID, error)
            return .failure(Fault(.internalError))
        }
    }

    private func write(_ outcome: Result<[UInt8], Fault>, id: JSON?, _ context: RequestContext) -> Response {
        var response = Response()
        if case .failure(let fault) = outcome { response.fault = fault.kind }
        guard let id else { return response }
        switch outcome {
        case .success(let result):
            ResponseWriter.success(result, id: id, into: &response.bytes)
        case .failure(let fault):
            ResponseWriter.failure(fault, id: id, traceID: context.traceID, into: &response.bytes)
        }
        return response
    }

    private func report(_ method: String, _ fault: FaultKind?, _ began: UInt64, _ context: RequestContext) {
        observer.answered(
            .init(method: method, fault: fault?.name, began: began, ended: observer.now(), traceID: context.traceID))
    }
}
