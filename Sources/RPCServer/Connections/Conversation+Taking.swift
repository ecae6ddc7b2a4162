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
        let destination = house.routes.destination(head.method, head.uri.targetPath)
        var request = Incoming(head: head, header: header, destination: destination)
        request.refusal = header.refusal ?? refusal(of: header, at: destination)
        if let refusal = request.refusal {
            // A body that is too large, or offered first, is not waited for; nor is one whose end is in doubt.
            let mustNotWait = refusal == .unreadable || refusal == .tooLarge || header.expectsContinue
            if mustNotWait { return refuse(refusal) }
        } else if header.expectsContinue, header.hasBody, head.version.isPersistent {
            write(AnswerWriter.goOn)
        }
        if let length = header.contentLength { request.body.reserveCapacity(length) }
        incoming = request
    }

    private func refusal(of header: RequestHeader, at destination: RouteTable.Destination) -> Refusal? {
        if let length = header.contentLength, length > house.limits.bodyBytes { return .tooLarge }
        switch destination {
        case .refused(let refusal): return refusal
        case .endpoint: break
        case .rpc: if !header.isJSON { return .unsupportedType }
        }
        return house.inFlight.load(ordering: .relaxed) >= house.limits.callsInFlight ? .shedding : nil
    }

    private func takeBody(_ bytes: ByteBuffer) {
        guard var request = incoming.take() else { return }
        request.received += bytes.readableBytes
        guard request.received <= house.limits.bodyBytes else { return refuse(.tooLarge) }
        if request.refusal == nil { request.body.append(contentsOf: bytes.readableBytesView) }
        incoming = request
    }

    private func takeEnd() {
        guard let request = incoming.take() else { return }
        if let refusal = request.refusal { return answer(refusal, to: request) }
        switch request.destination {
        case .refused(let refusal): answer(refusal, to: request)
        case .rpc: begin(rpc: request)
        case .endpoint(let endpoint): begin(endpoint, request)
        }
    }

    private func answer(_ refusal: Refusal, to request: Incoming) {
        let omitsBody = request.head.method == .HEAD
        answer({ $0.refusal(refusal, omittingBody: omitsBody, $1) }, to: request)
    }
}

extension String {
    /// The path of a request target in origin form (`/rpc?x`) or absolute form (`http://host/rpc`).
    var targetPath: Substring {
        var rest = self[...]
        if !rest.utf8.starts(with: "/".utf8), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        return rest.prefix { $0 != "?" }
    }
}
