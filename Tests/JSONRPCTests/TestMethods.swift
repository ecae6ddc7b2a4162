import JSONRPC
import Primitives
import StrictJSON

/// Subtracts two numbers. Some minuends are answered with an error: see ``TestRouter``.
///
/// The envelopes in proto-json call this method and ``NothingAtAll``.
enum Subtract: JSONRPC.Method {
    static let name = "test.subtract"
    static let summary = "Subtracts."
    static let explanation = "Subtracts the subtrahend from the minuend."
    static let credential = Credential.open
    static let faults: [FaultKind] = [.overdrawn]
    struct Params: WireObject {
        var minuend: Int
        var subtrahend: Int
        enum CodingKeys: String, CodingKey { case minuend, subtrahend }
        static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .minuend: Field("From this", .range(-100...100))
            case .subtrahend: Field("That much")
            }
        }
    }
    struct Answer: WireObject {
        var difference: Int
        enum CodingKeys: String, CodingKey { case difference }
        static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .difference: Field("What is left")
            }
        }
    }
    static var example: (params: Params, answer: Answer) { (Params(minuend: 3, subtrahend: 1), Answer(difference: 2)) }
}

enum NothingAtAll: JSONRPC.Method {
    static let name = "test.nothing"
    static let summary = "Does nothing."
    static let explanation = "Does nothing."
    static let credential = Credential.open
    static let faults: [FaultKind] = []
    typealias Params = Nothing
    typealias Answer = Nothing
    static var example: (params: Nothing, answer: Nothing) { (Nothing(), Nothing()) }
}

enum InternalOnly: JSONRPC.Method {
    static let name = "test.internal"
    static let summary = "Is served at the internal listener."
    static let explanation = "Is served at the internal listener."
    static let credential = Credential.open
    static let listeners: Set<Listener> = [.internal]
    static let isAllowedInBatch = false
    static let faults: [FaultKind] = []
    struct Params: WireObject {
        var names: [String]?
        var at: Instant?
        var word: String?
        enum CodingKeys: String, CodingKey { case names, at, word }
        static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .names: Field("Some names", .items(0...2))
            case .word: Field("A short word", .length(1...3))
            case .at: Field("When")
            }
        }
    }
    typealias Answer = Nothing
    static var example: (params: Params, answer: Nothing) { (Params(), Nothing()) }
}

extension FaultKind {
    static let overdrawn = FaultKind("overdrawn", 1, "There is not so much.", remedy: "take less")
    static let tokenBad = FaultKind("tokenBad", 2, "No.", remedy: "log in", isUnauthorized: true)
}

/// An error that is not a fault.
struct Broken: Error {}

/// A router with the test methods. For the minuend 0 `test.subtract` throws the fault `tokenBad`, for -1 an error that
/// is not a fault, and for -2 the fault `overdrawn` with all its details.
enum TestRouter {
    static func make(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            document: DiscoveryDocument(title: "test", version: "1", implied: { _ in [.internalError] }),
            observer: observer)
        router.on(Subtract.self, as: { _, context in context.peer }) { call in
            switch call.params.minuend {
            case 0: throw Fault(.tokenBad)
            case -1: throw Broken()
            case -2:
                throw Fault(.overdrawn, retryAfterMs: 5, field: "minuend", state: "A", event: "b", detail: ["left": 0])
            case let minuend: return Subtract.Answer(difference: minuend - call.params.subtrahend)
            }
        }
        try router.on(NothingAtAll.self, always: Nothing())
        router.on(InternalOnly.self, as: { _, _ in () }) { _ in Nothing() }
        return router
    }

    static func answer(_ text: String, at listener: Listener = .public) async throws -> Reply {
        try await make().answer(RequestContext(listener: listener, body: Array(text.utf8), traceID: "trace"))
    }

    static func subtract(_ minuend: Int) -> String {
        #"{"jsonrpc":"2.0","method":"test.subtract","params":[\#(minuend),1],"id":1}"#
    }
}

/// A method for the administrator whose contract names every listener by mistake.
enum PublishedByMistake: JSONRPC.Method {
    static let name = "test.administrator"
    static let summary = "Is for the administrator."
    static let credential = Credential.administrator
    static let listeners = Set(Listener.allCases)
    static let isAllowedInBatch = true
    typealias Params = Nothing
    typealias Answer = Nothing
    static var example: (params: Nothing, answer: Nothing) { (Nothing(), Nothing()) }
}
