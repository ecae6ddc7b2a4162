import JSONRPC
import StrictJSON
import Synchronization
import Testing

struct RouterTests {
    @Test func `a refused token is HTTP 401 with a challenge and a JSON-RPC body`() async throws {
        let reply = try await TestRouter.answer(TestRouter.subtract(0))
        #expect(reply.status == 401)
        #expect(reply.challenge == #"Bearer error="invalid_token""#)
        #expect(String(decoding: reply.body, as: UTF8.self).contains(#""fault":"tokenBad""#))
    }

    @Test func `a refused token in a batch is HTTP 200`() async throws {
        let reply = try await TestRouter.answer("[\(TestRouter.subtract(0))]")
        #expect(reply.status == 200)
        #expect(reply.challenge == nil)
    }

    @Test func `a notification has no answer, even with a bad token`() async throws {
        let reply = try await TestRouter.answer(#"{"jsonrpc":"2.0","method":"test.subtract","params":[0,1]}"#)
        #expect(reply.status == 200)
        #expect(reply.body.isEmpty)
    }

    @Test func `an error that is not a fault is internal, and only the observer receives it`() async throws {
        let failures = Mutex<[String]>([])
        let observer = CallObserver(
            now: { 0 }, answered: { _ in },
            failed: { method, trace, error in failures.withLock { $0.append("\(method) \(trace) \(error)") } })
        let router = try TestRouter.make(observer: observer)
        let reply = await router.answer(
            RequestContext(listener: .public, body: Array(TestRouter.subtract(-1).utf8), traceID: "trace"))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains(#""fault":"internal""#))
        #expect(!text.contains("Broken"))
        #expect(failures.withLock { $0 } == ["test.subtract trace Broken()"])
    }

    @Test func `a fault carries its remedy, its details and the trace id`() async throws {
        let reply = try await TestRouter.answer(TestRouter.subtract(-2))
        #expect(
            String(decoding: reply.body, as: UTF8.self)
                == #"{"jsonrpc":"2.0","error":{"code":1,"message":"There is not so much.","data":"#
                + #"{"fault":"overdrawn","remedy":"take less","retryAfterMs":5,"field":"minuend","state":"A","event":"b","#
                + #""left":0,"traceId":"trace"}},"id":1}"#)
    }

    @Test func `a batch of 50 is answered, one of 51 is refused as a whole`() async throws {
        let fifty = Array(repeating: TestRouter.subtract(3), count: 50)
        guard
            case .array(let answers) = try JSON(
                parsing: await TestRouter.answer("[\(fifty.joined(separator: ","))]").body)
        else { throw Broken() }
        #expect(answers.count == 50)
        let more = try await TestRouter.answer("[\((fifty + [TestRouter.subtract(3)]).joined(separator: ","))]")
        #expect(
            String(decoding: more.body, as: UTF8.self).contains(#""code":-32600,"message":"The batch is too large.""#))
    }

    @Test func `a method is unknown at a listener that does not serve it, and may be refused in a batch`() async throws
    {
        let call = #"{"jsonrpc":"2.0","method":"test.internal","id":1}"#
        #expect(try await text(call, at: .public).contains("methodNotFound"))
        #expect(try await text(call, at: .internal) == #"{"jsonrpc":"2.0","result":{},"id":1}"#)
        #expect(try await text("[\(call)]", at: .internal).contains(#""fault":"notInBatch""#))
    }

    @Test
    func `a method for the administrator is served at the administration socket alone, whatever its contract says`()
        async throws
    {
        var router = Router()
        router.on(PublishedByMistake.self, as: { _, _ in }) { (_: Call<PublishedByMistake, Void>) in Nothing() }
        let call = #"{"jsonrpc":"2.0","method":"test.administrator","id":1}"#
        func text(_ body: String, at listener: Listener) async -> String {
            let reply = await router.answer(RequestContext(listener: listener, body: Array(body.utf8)))
            return String(decoding: reply.body, as: UTF8.self)
        }
        for listener in [Listener.public, .internal] {
            #expect(await text(call, at: listener).contains(#""fault":"methodNotFound""#))
        }
        #expect(await text(call, at: .administration) == #"{"jsonrpc":"2.0","result":{},"id":1}"#)
        #expect(await text("[\(call)]", at: .administration).contains(#""fault":"notInBatch""#))
    }

    @Test(arguments: [#"[3,1]"#, #"[101,1]"#, #"{"minuend":1}"#, #"{"x":1}"#, "[1,2,3]"])
    func `a refused caller does not learn whether the params are valid`(params: String) async throws {
        var router = Router()
        router.on(Subtract.self, as: { _, _ in throw Fault(.tokenBad) }) { (_: Call<Subtract, Void>) in
            Subtract.Answer(difference: 0)
        }
        let body = #"{"jsonrpc":"2.0","method":"test.subtract","params":\#(params),"id":1}"#
        let reply = await router.answer(RequestContext(listener: .public, body: Array(body.utf8)))
        #expect(try JSON(parsing: reply.body)["error"]?["data"]?["fault"] == "tokenBad")
    }

    @Test(arguments: [
        (#"[100,1]"#, nil), (#"[101,1]"#, "minuend"), (#"[-101,1]"#, "minuend"), (#"{"minuend":1}"#, "subtrahend"),
        (#"{"minuend":1,"subtrahend":null}"#, "subtrahend"), (#"{"minuend":1,"subtrahend":1,"x":1}"#, "x"),
        (#"{"minuend":1.5,"subtrahend":1}"#, "minuend"), (#"[1,2,3]"#, "[2]"),
    ])
    func `params outside their bounds are refused with the name of the member`(params: String, field: String?)
        async throws
    {
        let text = try await text(#"{"jsonrpc":"2.0","method":"test.subtract","params":\#(params),"id":1}"#)
        if let field {
            #expect(text.contains(#""fault":"invalidParams""#))
            #expect(text.contains(#""field":"\#(field)""#))
        } else {
            #expect(text.contains(#""result""#))
        }
    }

    @Test(arguments: [
        (#"{"names":["a","b"]}"#, nil), (#"{"names":["a","b","c"]}"#, "names"), (#"{"names":"a"}"#, "names"),
        (#"{"names":[1]}"#, "names[0]"), (#"{"names":null,"at":"5"}"#, nil), (#"{"at":5}"#, "at"),
        (#"{"at":"05"}"#, "at"),
    ])
    func `arrays, their elements and values of other types inside params are checked`(params: String, field: String?)
        async throws
    {
        let text = try await text(
            #"{"jsonrpc":"2.0","method":"test.internal","params":\#(params),"id":1}"#, at: .internal)
        #expect(text.contains(#""result""#) == (field == nil))
        if let field { #expect(text.contains(#""field":"\#(field)""#)) }
    }

    @Test(arguments: [
        ("ñéü", true), ("👍👍👍", true), ("ñéüo", false), ("👍👍👍👍", false), ("", false),
        ("e\u{301}e\u{301}", false), (#"a\u0000"#, false),
    ])
    func `the length of a text is its number of Unicode scalars, none of which is U+0000`(word: String, isValid: Bool)
        async throws
    {
        let text = try await text(
            #"{"jsonrpc":"2.0","method":"test.internal","params":{"word":"\#(word)"},"id":1}"#, at: .internal)
        #expect(text.contains(#""result""#) == isValid)
        #expect(text.contains(#""field":"word""#) != isValid)
    }

    @Test func `discovery returns the methods of the listener that receives the call`() async throws {
        let discover = #"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#
        let outside = try await text(discover)
        #expect(outside.contains(#""name": "test.subtract""#))
        #expect(!outside.contains("test.internal"))
        #expect(try await text(discover, at: .internal).contains("test.internal"))
        #expect(try await text("[\(discover)]").contains(#""fault":"notInBatch""#))
    }

    @Test func `the observer receives the name of a served method, never another name that a caller sends`()
        async throws
    {
        let seen = Mutex<[String]>([])
        let observer = CallObserver(
            now: { 7 }, answered: { record in seen.withLock { $0.append("\(record.method):\(record.fault ?? "-")") } })
        let router = try TestRouter.make(observer: observer)
        for body in [
            TestRouter.subtract(3), TestRouter.subtract(0), "junk", #"{"jsonrpc":"2.0","method":"evil","id":1}"#,
        ] {
            _ = await router.answer(RequestContext(listener: .public, body: Array(body.utf8)))
        }
        #expect(
            seen.withLock { $0 } == [
                "test.subtract:-", "test.subtract:tokenBad", "unknown:parseError", "unknown:methodNotFound",
            ])
    }

    private func text(_ body: String, at listener: Listener = .public) async throws -> String {
        String(decoding: try await TestRouter.answer(body, at: listener).body, as: UTF8.self)
    }
}
