import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@testable import ServiceHost

extension ClockWatch {
    /// Calls a method about time as the administrator does.
    func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, at listener: Listener = .administration
    ) async throws -> M.Answer {
        var router = Router()
        serve(on: &router)
        return try await InProcessConnection(to: router, at: listener, from: "").call(method, params)
    }
}

@Suite struct `time.show` {
    @Test(arguments: [true, false])
    func `shows every clock, and that the host's is believed`(hasServer: Bool) async throws {
        let fixture = try await ClockFixture(hasServer: hasServer), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        try await watch.look()
        fixture.clock.advance(by: .seconds(7))
        let now = fixture.right
        #expect(
            try await watch.call(TimeShow.self, TimeShow.example.params)
                == ClockView(
                    hostMs: now, serviceMs: now, storedMs: fixture.start, databaseServerMs: hasServer ? now : nil,
                    problem: nil))
    }

    @Test func `shows a jump, and what to do`() async throws {
        let fixture = try await ClockFixture(hasServer: false), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        fixture.clock.set(fixture.start - .days(2))
        let clocks = try await watch.call(TimeShow.self, Nothing())
        #expect(clocks.hostMs == fixture.start - .days(2) && clocks.serviceMs == fixture.start)
        #expect(!clocks.isBelieved && clocks.storedMs == nil)
        #expect(
            clocks.problem?.hasPrefix("the host's clock has jumped 2 days back: set the host's clock right") == true)
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let watch = try await ClockFixture(hasServer: false).instance()
        let failure = await #expect(throws: CallFailure.self) {
            try await watch.call(TimeShow.self, Nothing(), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
