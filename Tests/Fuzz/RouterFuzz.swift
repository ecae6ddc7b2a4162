import JSONRPC
import StrictJSON
import Synchronization

/// Checks that the router answers any input with nothing or with strict JSON in the form of JSON-RPC 2.0.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRouter(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Array(UnsafeBufferPointer(start: start, count: count))
    let answer = Answer()
    // Nothing in this router suspends, so an immediate task has ended when its initializer returns.
    Task.immediate { await answer.take(router.answer(RequestContext(listener: .public, body: body, traceID: "fuzz"))) }
    guard let reply = answer.reply else { preconditionFailure("the router suspended") }
    precondition(reply.status == 200 || reply.status == 401)
    guard !reply.body.isEmpty else { return 0 }
    let limits = JSONLimits(bytes: .max, depth: 64, stringBytes: .max)
    guard let value = try? JSON(parsing: reply.body, limits: limits) else {
        preconditionFailure("the answer is not strict JSON")
    }
    for response in value.array ?? [value] {
        precondition(response["jsonrpc"] == "2.0" && response["id"] != nil)
        precondition((response["result"] == nil) != (response["error"] == nil))
    }
    return 0
}

/// Holds the reply of the immediate task.
private final class Answer: Sendable {
    private let held = Mutex<Reply?>(nil)

    var reply: Reply? { held.withLock { $0 } }

    func take(_ reply: Reply) { held.withLock { $0 = reply } }
}

private let router: Router = {
    var router = Router(document: DiscoveryDocument(title: "fuzz", version: "1", implied: { _ in [] }))
    router.on(Echo.self, as: { _, _ in () }) { call in
        if call.params.count < 0 {
            throw Fault(.internalError, field: "count", detail: ["free": call.params.free ?? nil])
        }
        return call.params
    }
    return router
}()

/// A method that answers its params.
private enum Echo: JSONRPC.Method {
    static let name = "fuzz.echo"
    static let summary = "Echoes."
    static let explanation = "Answers its params."
    static let credential = Credential.open
    static let faults: [FaultKind] = []
    struct Params: WireObject {
        var count: Int
        var text: String
        var flags: [Bool]?
        var free: JSON?
        enum CodingKeys: String, CodingKey { case count, text, flags, free }
        static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .count: Field("How many", .range(-10...10))
            case .text: Field("Some text", .length(0...20))
            case .flags: Field("Some flags", .items(0...3))
            case .free: Field("Anything")
            }
        }
    }
    typealias Answer = Params
    static var example: (params: Params, answer: Params) {
        let params = Params(count: 1, text: "x")
        return (params, params)
    }
}
