import JSONRPC
import NIOCore
import NIOHTTP1

/// Receiving requests, handling them and responding.
extension HTTPConnectionState {
    mutating func received(_ part: HTTPServerRequestPart, _ load: () -> ServerLoad, _ actions: inout [Action]) {
        hasPartInRead = true
        switch phase {
        case .connected, .idle, .readingHeader, .readingBody: process(part, load, &actions)
        case .handling: buffer(part)
        case .closing, .closed: break
        }
    }

    /// Keeps a part until the current request is answered. If the client has sent too many requests ahead, this part
    /// and all later ones are dropped, and the connection ends with a refusal after the buffered requests are answered.
    private mutating func buffer(_ part: HTTPServerRequestPart) {
        guard bufferedRefusal == nil else { return }
        // A request has at least two parts and usually three. A chunked body may have more, and then counts as more
        // than one request.
        if bufferedParts.count >= 3 * limits.pipelinedRequests {
            bufferedRefusal = .overloaded
        } else {
            bufferedParts.append(part)
        }
    }

    private mutating func process(_ part: HTTPServerRequestPart, _ load: () -> ServerLoad, _ actions: inout [Action]) {
        switch part {
        case .head(let head): processHead(IncomingRequest(head, routes: routes), load, &actions)
        case .body(let bytes): if case .readingBody(let request) = phase { processBody(bytes, of: request, &actions) }
        case .end: if case .readingBody(let request) = phase { processEnd(of: request, load, &actions) }
        }
    }

    private mutating func processHead(_ request: IncomingRequest, _ load: () -> ServerLoad, _ actions: inout [Action]) {
        phase = .readingBody(request)
        bodyTimeGranted = nil
        requestCount += 1
        let headers = request.headers
        if request.refusal == nil { request.refusal = refusal(of: request, load) }
        if let refusal = request.refusal {
            // The server does not wait for a body that is too large, that the client offers first (`Expect`), or whose
            // end is in doubt.
            let mustNotWait = refusal == .malformed || refusal == .bodyTooLarge || headers.expectsContinue
            if mustNotWait { refuse(refusal, &actions) }
        } else if headers.expectsContinue, headers.hasBody, request.head.version.isAtLeastHTTP11 {
            actions.append(.sendContinue)
        }
    }

    private func refusal(of request: IncomingRequest, _ load: () -> ServerLoad) -> HTTPRefusal? {
        if let length = request.headers.contentLength, length > limits.bodyBytes { return .bodyTooLarge }
        switch request.destination {
        case .refused(let refusal): return refusal
        case .endpoint: break
        case .rpc: if !request.headers.isJSON { return .unsupportedType }
        }
        return load().isOverloaded ? .overloaded : nil
    }

    private mutating func processBody(_ bytes: ByteBuffer, of request: IncomingRequest, _ actions: inout [Action]) {
        request.receivedBytes += bytes.readableBytes
        guard request.receivedBytes <= limits.bodyBytes else { return refuse(.bodyTooLarge, &actions) }
        guard request.refusal == nil else { return }
        if request.body.isEmpty, let length = request.headers.contentLength, bytes.readableBytes < length {
            request.body.reserveCapacity(length)
        }
        bytes.withUnsafeReadableBytes { request.body.append(contentsOf: $0) }
    }

    private mutating func processEnd(
        of request: IncomingRequest, _ load: () -> ServerLoad, _ actions: inout [Action]
    ) {
        if let refusal = request.refusal {
            let persistence = finishResponse(to: request, load, &actions)
            actions.append(.sendRefusal(refusal, omitsBody: request.isHead, persistence))
        } else {
            phase = .handling(request)
            actions.append(.startHandler(request))
        }
    }

    /// Decides whether the connection closes after the response to a request, and changes the phase accordingly.
    private mutating func finishResponse(
        to request: IncomingRequest, _ load: () -> ServerLoad, _ actions: inout [Action]
    ) -> HTTPResponseWriter.Persistence {
        lastUnsentBytes = 0
        if request.closesConnection {
            beginClosing(lingers: false, &actions)
            return .close
        }
        // Requests that have already arrived are still answered, and a buffered refusal is still sent.
        let isLast = bufferedParts.isEmpty && bufferedRefusal == nil
        if isLast, closesAfterResponse || requestCount >= limits.requestsPerConnection || load().isShuttingDown {
            beginClosing(lingers: true, &actions)
            return .close
        }
        phase = .idle
        return request.keepAlive
    }

    mutating func replyReady(_ load: () -> ServerLoad, _ actions: inout [Action]) {
        let wasSuspended = isSuspended
        isSuspended = false
        isSlotSuspended = false
        uncount(&actions)
        // The client may have gone in the meantime.
        guard case .handling(let request) = phase else { return }
        let persistence = finishResponse(to: request, load, &actions)
        actions.append(.sendReply(to: request, persistence))
        if wasSuspended { processBuffered(load, &actions) }
    }

    mutating func handlerReturned(_ load: () -> ServerLoad, _ actions: inout [Action]) {
        if case .handling = phase {
            isSuspended = true
            countUnlessWaiting(&actions)
        } else if isProcessingBuffered {
            processBuffered(load, &actions)
        }
    }

    /// Processes what arrived while a suspended handler was at work, up to the next request to be handled.
    private mutating func processBuffered(_ load: () -> ServerLoad, _ actions: inout [Action]) {
        isProcessingBuffered = true
        while acceptsParts, let part = bufferedParts.popFirst() { process(part, load, &actions) }
        if case .handling = phase { return }
        isProcessingBuffered = false
        // Nothing is buffered after a refusal, so a request whose body is still being read has lost its end.
        if let bufferedRefusal, acceptsParts { return refuse(bufferedRefusal, &actions) }
        switch phase {
        case .idle: actions.append(.startTimer(.idle))
        case .readingBody(let request): startBodyTimer(request, &actions)
        case .connected, .readingHeader, .handling, .closing, .closed: return
        }
        resumeReading(&actions)
    }

    private var acceptsParts: Bool {
        switch phase {
        case .idle, .readingBody: true
        case .connected, .readingHeader, .handling, .closing, .closed: false
        }
    }

    mutating func slotSuspended(_ actions: inout [Action]) {
        isSlotSuspended = true
        guard case .handling = phase, !closesAfterResponse else { return wakeHandler(&actions) }
        uncount(&actions)
    }

    mutating func slotReclaimed(_ actions: inout [Action]) {
        isSlotSuspended = false
        countUnlessWaiting(&actions)
    }

    mutating func wakeHandler(_ actions: inout [Action]) {
        guard isSlotSuspended else { return }
        isSlotSuspended = false
        actions.append(.wakeHandler)
    }

    /// Requests whose handler replies without suspending are never counted.
    private mutating func countUnlessWaiting(_ actions: inout [Action]) {
        guard isSuspended, !isSlotSuspended, !isCounted else { return }
        isCounted = true
        actions.append(.countInFlight)
    }

    private mutating func uncount(_ actions: inout [Action]) {
        guard isCounted else { return }
        isCounted = false
        actions.append(.uncountInFlight)
    }
}
