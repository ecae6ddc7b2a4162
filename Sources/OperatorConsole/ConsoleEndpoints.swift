public import JSONRPC
public import RPCServer

/// The operator console: a page for operators, served on the operations listener, and the calls that its script makes.
///
/// The page is a device like any other. Its calls are authenticated by the router as those of the public listener are;
/// what is checked here beside it is that they come from this page and not from another site that is open in the same
/// browser. `Host` defeats a foreign name that resolves to this address (DNS rebinding), and `Origin` every other page.
public struct ConsoleEndpoints: Sendable {
    private let origins: [ConsoleOrigin]
    private let router: Router
    private let capturedMessages: (@Sendable () -> [UInt8])?

    /// - Parameters:
    ///   - origins: the addresses at which browsers reach the console; with none, it is not served.
    ///   - router: the methods that the page may call.
    ///   - capturedMessages: in a demonstration, returns the newest messages to people as JSON; nil otherwise.
    public init(origins: [ConsoleOrigin], router: Router, capturedMessages: (@Sendable () -> [UInt8])? = nil) {
        self.origins = origins
        self.router = router
        self.capturedMessages = capturedMessages
    }

    /// The endpoints of the operations listener.
    public var all: [PlainEndpoint] {
        guard !origins.isEmpty else { return [] }
        var endpoints = ConsoleFile.all.map { file in
            get(file.path) { PlainReply(contentType: file.contentType, body: file.bytes) }
        }
        endpoints.append(get("/console/machines.json") { .json(ConsoleMachines.json) })
        if let capturedMessages { endpoints.append(get("/console/messages.json") { .json(capturedMessages()) }) }
        endpoints.append(
            PlainEndpoint(.post, ConsoleOrigin.callPath) { request in Self.secured(await call(request)) })
        return endpoints
    }

    private func get(_ path: String, _ reply: @escaping @Sendable () -> PlainReply) -> PlainEndpoint {
        PlainEndpoint(.get, path) { request in Self.secured(origin(of: request) == nil ? otherHost : reply()) }
    }

    /// Answers a call of the page. Nothing is read from the body of a request that another page may have made.
    private func call(_ request: PlainRequest) async -> PlainReply {
        guard let origin = origin(of: request) else { return otherHost }
        guard request.onlyValue(of: "origin") == origin.description else {
            return .text("The header Origin must name this page; calls of other pages are refused.\n", status: 403)
        }
        guard request.onlyValue(of: "content-type") == "application/json" else {
            return .text("Send JSON with Content-Type application/json.\n", status: 415)
        }
        // A browser that comes through a proxy would be counted together with all others. One on the host itself has no
        // proxy in between, also where a proxy on the same host is trusted.
        guard !request.isClientUnnamed || origin.isLocal else {
            return .text(
                "The proxy has to send the client's address as the last one in X-Forwarded-For.\n", status: 400)
        }
        let reply = await router.answer(
            RequestContext(
                listener: .public, body: request.body, authorization: request.onlyValue(of: "authorization"),
                proof: request.onlyValue(of: "dpop"), traceID: request.traceID, peer: request.peer))
        var answer = PlainReply.json(reply.body, status: reply.status)
        answer.headers = reply.headers
        if let challenge = reply.challenge { answer.headers.append(Header("WWW-Authenticate", challenge)) }
        return answer
    }

    /// The origin that a request is for; nil if `Host` names none of the console's.
    private func origin(of request: PlainRequest) -> ConsoleOrigin? {
        guard let host = request.onlyValue(of: "host") else { return nil }
        return origins.first { $0.host == host }
    }

    private var otherHost: PlainReply {
        let addresses = origins.map { "\($0)/console" }.joined(separator: " or ")
        return .text("The console is not served under this host name. Open \(addresses).\n", status: 403)
    }

    /// Adds the headers that restrict what the page may load and who may embed or read it.
    private static func secured(_ reply: PlainReply) -> PlainReply {
        var reply = reply
        reply.headers += securityHeaders
        return reply
    }

    private static let securityHeaders = [
        Header(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "frame-ancestors 'none'; form-action 'none'; base-uri 'none'"),
        Header("X-Content-Type-Options", "nosniff"),
        Header("X-Frame-Options", "DENY"),
        Header("Referrer-Policy", "no-referrer"),
        Header("Cross-Origin-Opener-Policy", "same-origin"),
        Header("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}

extension PlainRequest {
    /// The value of a header that is present exactly once; nil otherwise.
    ///
    /// - Parameter name: in lower case.
    fileprivate func onlyValue(of name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }
        return values.count == 1 ? values.first?.value : nil
    }
}
