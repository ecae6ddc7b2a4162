import JSONRPC
import StrictJSON
import Synchronization
import Testing

/// Answers with a text of the asked length.
private enum LargeText: JSONRPC.Method {
    static let name = "test.large"
    static let summary = "Answers with a text."
    static let credential = Credential.open
    struct Params: WireObject {
        var length: Int
        enum CodingKeys: String, CodingKey { case length }
        static func describe(_ key: CodingKeys) -> Field { Field("The length of the text") }
    }
    struct Answer: WireObject {
        var text: String
        enum CodingKeys: String, CodingKey { case text }
        static func describe(_ key: CodingKeys) -> Field { Field("A text") }
    }
    static var example: (params: Params, answer: Answer) { (Params(length: 1), Answer(text: "x")) }

    /// The size of a response with an empty text.
    static let overhead = #"{"jsonrpc":"2.0","result":{"text":""},"id":1}"#.utf8.count
}

@Suite struct `The budget of an answer` {
    /// Sends calls with responses of these sizes, and returns the size of each response, or the fault, and how many calls
    /// were performed.
    private func send(_ sizes: [Int], inBatch: Bool = true) async throws -> (answers: [String], performed: Int) {
        let performed = Mutex(0)
        var router = Router()
        router.on(LargeText.self, as: { _, _ in }) { call in
            performed.withLock { $0 += 1 }
            return LargeText.Answer(text: String(repeating: "x", count: call.params.length))
        }
        let calls = sizes.map {
            #"{"jsonrpc":"2.0","method":"test.large","params":{"length":\#($0 - LargeText.overhead)},"id":1}"#
        }
        let body = inBatch ? "[\(calls.joined(separator: ","))]" : calls[0]
        let reply = await router.answer(
            RequestContext(listener: .public, body: Array(body.utf8), traceID: "trace"))
        #expect(reply.body.count <= 2 << 20)
        var limits = JSONLimits.standard
        (limits.bytes, limits.stringBytes) = (4 << 20, 4 << 20)
        let parsed = try JSON(parsing: reply.body, limits: limits)
        let answers = inBatch ? try #require(parsed.array) : [parsed]
        return (
            answers.map { answer in
                answer.object?["result"]?.object?["text"]?.string.map { "\($0.utf8.count + LargeText.overhead)" }
                    ?? answer.object?["error"]?.object?["data"]?.object?["fault"]?.string ?? "?"
            }, performed.withLock { $0 }
        )
    }

    private let budget = 2 << 20, reserve = 512 << 10
    /// The part of the budget that the responses of a batch may fill.
    private let ofBatch = (2 << 20) - (50 << 10)

    @Test func `a single answer may fill the budget, and one byte more is refused`() async throws {
        #expect(try await send([budget], inBatch: false).answers == ["\(budget)"])
        #expect(try await send([budget + 1], inBatch: false).answers == ["answerTooLarge"])
    }

    @Test func `the answers of a batch may fill the budget together, and one byte more is refused`() async throws {
        let first = ofBatch - reserve
        #expect(try await send([first, reserve]).answers == ["\(first)", "\(reserve)"])
        #expect(try await send([first, reserve + 1]).answers == ["\(first)", "answerTooLarge"])
        // The fault takes a part of the budget too.
        let less = first - 1024
        #expect(
            try await send([less, reserve + 1025, reserve]).answers == ["\(less)", "answerTooLarge", "\(reserve)"])
    }

    @Test func `a call is performed while the reserve is left, and not performed after that`() async throws {
        let exactly = try await send([ofBatch - reserve, 50])
        #expect(exactly.answers == ["\(ofBatch - reserve)", "50"] && exactly.performed == 2)
        let less = try await send([ofBatch - reserve + 1, 50, 50])
        #expect(less.answers == ["\(ofBatch - reserve + 1)", "answerTooLarge", "answerTooLarge"])
        #expect(less.performed == 1)
    }

    @Test func `faults count as well: a batch of large faults stays within the budget`() async throws {
        var router = Router()
        let performed = Mutex(0)
        router.on(LargeText.self, as: { _, _ in }) { call -> LargeText.Answer in
            performed.withLock { $0 += 1 }
            throw Fault(.invalidParams, detail: ["text": .string(String(repeating: "x", count: call.params.length))])
        }
        let call = #"{"jsonrpc":"2.0","method":"test.large","params":{"length":65536},"id":1}"#
        let body = "[\(Array(repeating: call, count: 50).joined(separator: ","))]"
        let reply = await router.answer(RequestContext(listener: .public, body: Array(body.utf8), traceID: "trace"))
        #expect(reply.body.count <= 2 << 20)
        #expect(String(decoding: reply.body, as: UTF8.self).split(separator: "answerTooLarge").count > 20)
        #expect(performed.withLock { $0 } == 24)
    }

    @Test(arguments: [(256, true), (257, false)])
    func `an id of 256 bytes is repeated, and a longer one is refused`(length: Int, isRepeated: Bool) async throws {
        let id = String(repeating: "x", count: length)
        let body = #"{"jsonrpc":"2.0","method":"absent","id":"\#(id)"}"#
        let reply = await Router().answer(RequestContext(listener: .public, body: Array(body.utf8), traceID: "trace"))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains(id) == isRepeated && text.contains("methodNotFound") == isRepeated)
        #expect(text.contains("invalidRequest") != isRepeated)
    }

    @Test func `a router that refuses calls performs none of them`() async throws {
        var router = Router()
        let performed = Mutex(0)
        router.on(LargeText.self, as: { _, _ in performed.withLock { $0 += 1 } }) { _ in LargeText.Answer(text: "") }
        router.refusal = { _ in Fault(.notInBatch) }
        let body = #"{"jsonrpc":"2.0","method":"test.large","params":{"length":1},"id":1}"#
        let reply = await router.answer(RequestContext(listener: .public, body: Array(body.utf8), traceID: "trace"))
        #expect(String(decoding: reply.body, as: UTF8.self).contains(#""fault":"notInBatch""#))
        #expect(performed.withLock { $0 } == 0)
    }
}
