public import RPCServer

/// The plain endpoints `/healthz`, `/readyz` and `/metrics` of the operations listener.
public enum HealthEndpoints {
    public static func all(_ readiness: Readiness, _ metrics: Prometheus) -> [PlainEndpoint] {
        [
            PlainEndpoint(.get, "/healthz") { _ in .text("alive\n") },
            PlainEndpoint(.get, "/readyz") { _ in
                let problems = await readiness.problems()
                return problems.isEmpty
                    ? .text("ready\n") : .text(problems.joined(separator: "\n") + "\n", status: 503)
            },
            PlainEndpoint(.get, "/metrics") { _ in
                var reply = PlainReply.text(metrics.text)
                reply.contentType = "text/plain; version=0.0.4; charset=utf-8"
                return reply
            },
        ]
    }
}
