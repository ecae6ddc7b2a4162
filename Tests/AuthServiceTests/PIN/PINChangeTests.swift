import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `pin.change` {
    @Test func `plays its example: the new PIN takes the place of the old one, and the unlock share stays`()
        async throws
    {
        let (fixture, phone) = try await `pin.prove`.person()
        let share = try await phone.prove(AuthTestClient.pin, .unlock).unlockShare
        let params = try await phone.change(to: "228833")
        let answer = try await phone.call(PINChange.self, params)
        #expect(answer.countsFromMs == fixture.clock.now)
        #expect(try await phone.noticeKinds() == [.pinChanged, .pinMade])
        try await phone.expectRefused(.pinWrong, proving: AuthTestClient.pin)
        #expect(try await phone.prove("228833", .unlock).unlockShare == share)
        #expect(try await phone.challenge(.login).pin?.generation == 2)
    }

    @Test func `a wrong present PIN counts, and the third one blocks`() async throws {
        let (_, phone) = try await `pin.prove`.person()
        for _ in 0..<2 {
            try await phone.expectRefused(.pinWrong, PINChange.self, phone.change(from: "111111", to: "228833"))
        }
        try await phone.expectRefused(.blocked, PINChange.self, phone.change(from: "111111", to: "228833"))
    }

    @Test func `a challenge changes the PIN once, in its five minutes and for its own purpose`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        let first = try await phone.change(to: "228833")
        try await phone.expectSuccess(PINChange.self, first)
        try await phone.expectRefused(.pinChallengeExpired, PINChange.self, first)
        let late = try await phone.change(from: "228833", to: "555123")
        fixture.clock.advance(by: .minutes(5))
        try await phone.refresh()
        try await phone.expectRefused(.pinChallengeExpired, PINChange.self, late)
        var other = try await phone.change(from: "228833", to: "555123")
        other.challengeId = try await phone.challenge(.reauth).challengeId
        try await phone.expectRefused(.pinChallengeExpired, PINChange.self, other)
        #expect(try await fixture.count("pin", where: "generation = 2 AND failures = 0") == 1)
    }

    @Test func `a wrong signature with the new key uses up no attempt`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        var params = try await phone.change(to: "228833")
        params.newProof = params.proof
        let fault = try await phone.refusal(PINChange.self, params)
        #expect(fault?.name == "invalidParams" && fault?.data["field"] == "newProof")
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
    }

    @Test func `a lost answer is repeated, and other content under the requestId is refused`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        var params = try await phone.change(to: "228833")
        params.requestId = fixture.random.id()
        let first = try await phone.call(PINChange.self, params)
        #expect(try await phone.call(PINChange.self, params) == first)
        var other = try await phone.change(from: "228833", to: "555123")
        other.requestId = params.requestId
        try await phone.expectRefused(.requestIdReused, PINChange.self, other)
        try await phone.prove("228833")
    }

    @Test func `a PIN that was made by message and changed counts from the same moment as before`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await phone.register(fixture)
        fixture.clock.advance(by: .hours(1))
        try await phone.refresh()
        let made = try await phone.enrol(AuthTestClient.pin, phone.message(fixture, .makePIN))
        fixture.clock.advance(by: .hours(1))
        try await phone.refresh()
        let changed = try await phone.call(PINChange.self, phone.change(to: "228833"))
        #expect(changed.countsFromMs == made.countsFromMs)
    }

    @Test func `a PIN that does not count yet is not changed while a device is suspended`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        fixture.clock.advance(by: .hours(1))
        try await two.phone.refresh()
        try await two.phone.enrol(AuthTestClient.pin, two.phone.message(fixture, .makePIN))
        let code = try await two.phone.message(fixture)
        try await two.phone.expectSuccess(DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: code))
        try await two.phone.expectRefused(.pinTooNew, PINChange.self, two.phone.change(to: "228833"))
        #expect(try await fixture.count("pin", where: "generation = 1") == 1)
    }
}
