import JSONRPC
import RPCServer
import VaultService

/// `GET /v1/head` of the public listener.
struct HeadEndpoint {
    let vault: Vault
    /// Refuses requests while deletions are applied again.
    let refusal: @Sendable (RequestContext) -> Fault?
    /// Receives each answered request.
    let observer: CallObserver

    var endpoint: PlainEndpoint {
        PlainEndpoint(.get, "/v1/head") { request in
            await observer.observe("/v1/head", traceID: request.traceID) { await answer(request) }
        }
    }

    private func answer(_ request: PlainRequest) async -> (reply: PlainReply, fault: String?) {
        let context = RequestContext(
            listener: .public, body: [], authorization: request.header("authorization"), traceID: request.traceID,
            peer: request.peer)
        let known = request.headers.filter { $0.name.lowercased() == "if-none-match" }.map(\.value)
        let reply =
            if let fault = refusal(context) {
                Vault.headReply(for: fault)
            } else {
                await vault.headReply(
                    to: context, ifNoneMatch: known.isEmpty ? nil : known.joined(separator: ", "))
            }
        return (
            PlainReply(
                status: reply.status, contentType: reply.body.isEmpty ? nil : "application/json",
                cacheControl: reply.cacheControl, headers: reply.headers, body: reply.body), reply.fault
        )
    }
}
