public import RPCServer

/// `/healthz`, `/readyz` and `/metrics`, for the listener that only operators reach.
public enum HealthEndpoints {
    /// The three endpoints.
    public static func all(_ readiness: Readiness, _ metrics: Prometheus) -> [PlainEndpoint] {
        [
            PlainEndpoint(.get, "/healthz") { _ in .text("alive\n") },
            PlainEndpoint(.get, "/readyz") { _ in
                let complaints = await readiness.complaints()
                return complaints.isEmpty
                    ? .text("ready\n") : .text(complaints.joined(separator: "\n") + "\n", status: 503)
            },
            PlainEndpoint(.get, "/metrics") { _ in
                var reply = PlainReply.text(metrics.text)
                reply.contentType = "text/plain; version=0.0.4; charset=utf-8"
                return reply
            },
        ]
    }
}
