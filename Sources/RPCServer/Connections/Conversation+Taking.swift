import JSONRPC
import NIOCore
import NIOHTTP1
import Synchronization

extension Conversation {
    /// Keeps a part for later; a caller too far ahead of its answers is cut off after those it is owed.
    func hold(_ part: HTTPServerRequestPart) {
        guard failure == nil else { return }
        // A request is up to three parts; a chunked body may be more, but is then as good as a burst of requests.
        if waiting.count >= 3 * house.limits.pipelinedRequests {
            failure = .shedding
        } else {
            waiting.append(part)
        }
    }

    func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): takeHead(head)
        case .body(let bytes): takeBody(bytes)
        case .end: takeEnd()
        }
    }

    private func takeHead(_ head: HTTPRequestHead) {
        phase = .body
        deadline = .distantFuture
        bodyBegan = .distantFuture
        served += 1
        let header = RequestHeader(head)
        let request = Incoming(head, header, to: house.routes.destination(head.method, head.uri))
        if request.refusal == nil { request.refusal = refusal(of: request) }
        if let refusal = request.refusal {
            // A body that is too large, or offered first, is not waited for; nor is one whose end is in doubt.
            let mustNotWait = refusal == .unreadable || refusal == .tooLarge || header.expectsContinue
            if mustNotWait { return refuse(refusal) }
        } else if header.expectsContinue, header.hasBody, head.version.isPersistent {
            write(AnswerWriter.goOn)
        }
        incoming = request
    }

    private func refusal(of request: Incoming) -> Refusal? {
        if let length = request.header.contentLength, length > house.limits.bodyBytes { return .tooLarge }
        switch request.destination {
        case .refused(let refusal): return refusal
        case .endpoint: break
        case .rpc: if !request.header.isJSON { return .unsupportedType }
        }
        return house.inFlight.load(ordering: .relaxed) >= house.limits.callsInFlight ? .shedding : nil
    }

    private func takeBody(_ bytes: ByteBuffer) {
        guard let request = incoming else { return }
        request.received += bytes.readableBytes
        guard request.received <= house.limits.bodyBytes else { return refuse(.tooLarge) }
        guard request.refusal == nil else { return }
        if request.body.isEmpty, bytes.readableBytes < request.header.contentLength ?? 0 {
            request.body.reserveCapacity(request.header.contentLength ?? 0)
        }
        bytes.withUnsafeReadableBytes { request.body.append(contentsOf: $0) }
    }

    private func takeEnd() {
        guard let request = incoming else { return }
        if let refusal = request.refusal { return answer(refusal, to: request) }
        switch request.destination {
        case .refused(let refusal): answer(refusal, to: request)
        case .rpc: begin(rpc: request)
        case .endpoint(let endpoint): begin(endpoint, request)
        }
    }

    private func answer(_ refusal: Refusal, to request: Incoming) {
        answer(request) { $0.refusal(refusal, omittingBody: request.isHead, $1) }
    }
}
