import AuthStore
import Cryptography
import JSONRPC
import Primitives
import RPCServer
import Support
import Synchronization
import Testing

@testable import MessageDrivers

@Suite struct `Delivery reports over HTTP` {
    private let recorded = Recorded()

    private final class Recorded: Sendable {
        let reports = Mutex<[String]>([])
        let fails = Atomic(false)
    }

    private func reports(token: String? = "token") -> DeliveryReports {
        DeliveryReports(reportURL: "https://auth.test", twilioToken: token) { [recorded] report, reference in
            if recorded.fails.load(ordering: .relaxed) { throw CancellationError() }
            guard reference == "known" else { return false }
            recorded.reports.withLock { $0.append(report.rawValue) }
            return true
        }
    }

    @Test(arguments: [("1", "delivered"), ("2", "failed"), ("16", "rejected"), ("4", nil), ("8", nil), ("%d", nil)])
    func `Kannel's states are recorded, and those on the way are not`(state: String, report: String?) async {
        let reply = await reports().kannel(PlainRequest(path: "/reports/kannel", query: "id=known&state=\(state)"))
        #expect(reply.status == (state == "%d" ? 403 : 204))
        #expect(recorded.reports.withLock { $0 } == [report].compactMap(\.self))
    }

    @Test(arguments: ["", "id=known", "state=1", "id=guessed&state=1", "id=%ZZ&state=1", "id=%C3&state=1", "%"])
    func `a report that names no message is refused`(query: String) async {
        let reply = await reports().kannel(PlainRequest(path: "/reports/kannel", query: query))
        #expect(reply.status == 403)
        #expect(recorded.reports.withLock { $0 } == [])
    }

    @Test func `a report that cannot be stored is answered with 503, so that it is sent again`() async {
        recorded.fails.store(true, ordering: .relaxed)
        let reply = await reports().kannel(PlainRequest(path: "/reports/kannel", query: "id=known&state=1"))
        #expect(reply.status == 503)
    }

    private func callback(_ status: String, token: String = "token", query: String = "id=known") -> PlainRequest {
        let signed = Array("https://auth.test/reports/twilio?\(query)MessageSidSM1MessageStatus\(status)".utf8)
        let signature = Base64.encode(HMAC.tag(.sha1, key: Array(token.utf8), signed))
        return PlainRequest(
            path: "/reports/twilio", query: query, headers: [Header("X-Twilio-Signature", signature)],
            body: Array("MessageStatus=\(status)&MessageSid=SM1".utf8))
    }

    @Test(arguments: [
        ("delivered", "delivered"), ("undelivered", "failed"), ("failed", "rejected"), ("queued", nil), ("sent", nil),
    ])
    func `Twilio's states are recorded, and those on the way are not`(state: String, report: String?) async {
        #expect(await reports().twilio(callback(state)).status == 204)
        #expect(recorded.reports.withLock { $0 } == [report].compactMap(\.self))
    }

    @Test func `a callback of Twilio with another signature, or with none, is refused`() async {
        #expect(await reports().twilio(callback("delivered", token: "other")).status == 403)
        #expect(await reports(token: nil).twilio(callback("delivered")).status == 403)
        #expect(await reports().twilio(callback("delivered", query: "id=guessed")).status == 403)
        let whole = callback("delivered")
        let unsigned = PlainRequest(path: whole.path, query: whole.query, body: whole.body)
        #expect(await reports().twilio(unsigned).status == 403)
        let moved = PlainRequest(path: whole.path, query: "id=other", headers: whole.headers, body: whole.body)
        #expect(await reports().twilio(moved).status == 403)
        #expect(recorded.reports.withLock { $0 } == [])
    }
}
