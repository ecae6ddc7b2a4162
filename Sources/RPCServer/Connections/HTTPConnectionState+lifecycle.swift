import NIOCore

/// Opening, reading, timeouts and closing.
extension HTTPConnectionState {
    mutating func opened(_ decision: ConnectionRegistry.AcceptDecision, _ actions: inout [Action]) {
        switch decision {
        case .accepted: actions.append(.startTimer(.header))
        case .acceptedForOneRequest: awaitLastRequest(&actions)
        case .refused(let refusal): refuse(refusal, &actions)
        case .dropped: close(&actions)
        }
    }

    mutating func readComplete(_ actions: inout [Action]) {
        switch phase {
        case .connected: phase = .readingHeader
        case .idle:
            if hasPartInRead {
                actions.append(.startTimer(.idle))
            } else {
                // The read brought part of a header, whose time begins now.
                phase = .readingHeader
                actions.append(.startTimer(.header))
            }
        case .readingBody(let request): startBodyTimer(request, &actions)
        case .readingHeader, .handling, .closing, .closed: break
        }
        hasPartInRead = false
    }

    mutating func readRequested(_ actions: inout [Action]) {
        if case .handling = phase { isReadPending = true } else { actions.append(.read) }
    }

    /// Reads on if a read was requested while a request was being handled.
    mutating func resumeReading(_ actions: inout [Action]) {
        guard isReadPending else { return }
        isReadPending = false
        actions.append(.read)
    }

    mutating func inputClosed(_ actions: inout [Action]) {
        switch phase {
        case .connected: close(&actions)
        case .closing:
            // The client sends nothing more that would have to be discarded after the last response.
            if isLastResponseSent { close(&actions) } else { phase = .closing(lingers: false) }
        case .idle, .readingHeader, .readingBody:
            // No request is complete, but responses to earlier ones may be unsent. NIO reports a completed read before
            // the end of the input, which moves an idle connection to `readingHeader`.
            closeOnceSent(lingers: false, &actions)
        case .handling:
            closesAfterResponse = true
            wakeHandler(&actions)
        case .closed: break
        }
    }

    mutating func failed(_ failure: Failure, _ actions: inout [Action]) {
        switch (failure, phase) {
        case (_, .closed), (.invalidRequest, .closing), (.decoderStopped, .closing): break
        case (.invalidRequest(let refusal), .handling): bufferedRefusal = refusal
        case (.invalidRequest(let refusal), _): refuse(refusal, &actions)
        case (.decoderStopped, _), (.transport, _): close(&actions)
        }
    }

    mutating func drainStarted(_ actions: inout [Action]) {
        switch phase {
        case .connected: awaitLastRequest(&actions)
        case .idle: closeOnceSent(lingers: true, &actions)
        case .readingHeader, .readingBody, .handling, .closing, .closed: closesAfterResponse = true
        }
    }

    /// Leaves a connection open on which nothing was received yet: a proxy opens one to send a request at once, which may
    /// be on its way.
    private mutating func awaitLastRequest(_ actions: inout [Action]) {
        closesAfterResponse = true
        actions.append(.startTimer(.lastRequest))
    }

    /// Closes the connection once the responses that were handed over have been sent.
    private mutating func closeOnceSent(lingers: Bool, _ actions: inout [Action]) {
        beginClosing(lingers: lingers, &actions)
        actions.append(.finishSending)
    }

    mutating func timedOut(_ unsentBytes: Int, _ actions: inout [Action]) {
        switch phase {
        case .connected: close(&actions)
        case .idle, .closing:
            // A slow reader may take longer, as long as it reads `bytesPerSecond` on average in each `idleTime`.
            let leastProgress = max(1, limits.bytesPerSecond * Int(limits.idleTime / .milliseconds(1)) / 1000)
            let moves = lastUnsentBytes == 0 || lastUnsentBytes - unsentBytes >= leastProgress
            lastUnsentBytes = unsentBytes
            if unsentBytes > 0, moves { actions.append(.startTimer(.idle)) } else { close(&actions) }
        case .readingHeader: refuse(.timeout, &actions)
        case .readingBody(let request): bodyTimedOut(request, &actions)
        case .handling, .closed: break
        }
    }

    /// Starts the timer of a body that did not arrive in the same read as its header.
    mutating func startBodyTimer(_ request: IncomingRequest, _ actions: inout [Action]) {
        guard bodyTimeGranted == nil else { return }
        let time = bodyTime(request)
        bodyTimeGranted = time
        actions.append(.startTimer(.body(time)))
    }

    private mutating func bodyTimedOut(_ request: IncomingRequest, _ actions: inout [Action]) {
        let time = bodyTime(request), granted = bodyTimeGranted ?? .zero
        guard time > granted else { return refuse(.timeout, &actions) }
        bodyTimeGranted = time
        actions.append(.startTimer(.body(time - granted)))
    }

    /// The time a body may take in all, by the bytes of it that have arrived.
    private func bodyTime(_ request: IncomingRequest) -> Duration {
        let earned = Duration.seconds(request.receivedBytes) / max(1, limits.bytesPerSecond)
        return min(limits.bodyTime, limits.rateGrace + earned)
    }

    /// Ends the connection with a refusal. What the client still sends is discarded for `lingerTime`, because closing
    /// at once would reset the connection and the client could lose the refusal.
    mutating func refuse(_ refusal: HTTPRefusal, _ actions: inout [Action]) {
        beginClosing(lingers: true, &actions)
        actions.append(.sendRefusal(refusal, omitsBody: false, .close))
    }

    /// Discards what is buffered; the response to send now is the last one.
    mutating func beginClosing(lingers: Bool, _ actions: inout [Action]) {
        phase = .closing(lingers: lingers)
        bufferedParts.removeAll()
        actions.append(.startTimer(.idle))
    }

    mutating func lastResponseSent(_ actions: inout [Action]) {
        isLastResponseSent = true
        guard case .closing(let lingers) = phase, lingers else { return close(&actions) }
        actions.append(.closeOutput)
        actions.append(.startTimer(.linger))
        resumeReading(&actions)
    }

    mutating func close(_ actions: inout [Action]) {
        guard phase != .closed else { return }
        phase = .closed
        actions.append(.close)
    }

    mutating func closed(_ actions: inout [Action]) {
        phase = .closed
        bufferedParts.removeAll()
        wakeHandler(&actions)
    }
}
