import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import ServiceHost

@Suite struct `time.accept` {
    @Test(arguments: [true, false])
    func `makes a start believe a clock that is 400 days ahead of the stored time`(hasServer: Bool) async throws {
        let fixture = try await ClockFixture(hasServer: hasServer)
        try await fixture.store(fixture.start - .days(400))
        let watch = fixture.instance()
        #expect(try await watch.checkAtStart() != nil)
        #expect(try await watch.call(TimeAccept.self, TimeAccept.example.params).isBelieved)
        #expect(try await watch.call(TimeAccept.self, Nothing()).isBelieved)
        #expect(try await watch.checkAtStart() == nil)
    }

    @Test func `takes over a jump`() async throws {
        let fixture = try await ClockFixture(hasServer: false), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        fixture.clock.set(fixture.start + .hours(1))
        let clocks = try await watch.call(TimeAccept.self, Nothing())
        #expect(clocks.isBelieved && clocks.serviceMs == fixture.start + .hours(1))
    }

    @Test(arguments: [(Duration.seconds(30), true), (.seconds(31), false)])
    func `accepts the difference from the server, and 30 s beyond it`(more: Duration, isBelieved: Bool) async throws {
        let fixture = try await ClockFixture(hasServer: true)
        fixture.clock.set(fixture.start + .hours(1))
        let watch = fixture.instance()
        #expect(try await watch.checkAtStart() == .awayFromServer(.hours(1)))
        #expect(try await watch.call(TimeAccept.self, Nothing()).isBelieved)
        fixture.clock.set(fixture.start + .hours(1) + more)
        try await watch.look()
        #expect((watch.readinessProblem == nil) == isBelieved)
    }

    @Test func `is refused for a clock that is far behind the stored time`() async throws {
        let fixture = try await ClockFixture(hasServer: false)
        try await fixture.store(fixture.start + .days(400))
        let watch = fixture.instance()
        #expect(try await watch.checkAtStart() == .behindStore(.days(400)))
        let failure = await #expect(throws: CallFailure.self) { try await watch.call(TimeAccept.self, Nothing()) }
        let fault = try #require(failure?.fault)
        #expect(fault.isKind(.timeRefused) && fault.data["reason"]?.string?.contains("time reset") == true)
        #expect(try await watch.checkAtStart() == .behindStore(.days(400)))
    }
}
