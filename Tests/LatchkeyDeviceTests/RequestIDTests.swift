import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Registration and login when codes are lost and answers do not arrive.
@Suite struct RequestIDTests {
    private static let fieldwork = GroupID(rawValue: "fieldwork"), clinic = GroupID(rawValue: "clinic")
    private static let phone = "+4915112345678"

    @Test func `a registration that was begun goes on with a new code`() async throws {
        let challenge = ChallengeID(bits: 0xc)
        let auth = FakePeer { asked, _ in
            asked.method == "registration.start" ? Self.begun : Self.sent(challenge)
        }
        let test = try await TestDevice(auth: auth, signedIn: false)
        let answer = try await test.device.register(phone: Self.phone, group: try #require(Self.fieldwork))
        #expect(answer.challengeId == challenge && answer.state == .startedRegistration)
        #expect(auth.asked.map(\.method) == ["registration.start", "registration.restart"])
        let profile = try await test.store.profile()
        #expect(profile.challenge == challenge && profile.purpose == .registration && profile.pendingRequest == nil)
    }

    @Test func `it does not go on in another group, nor from another state`() async throws {
        let fieldwork = try #require(Self.fieldwork), clinic = try #require(Self.clinic)
        let auth = FakePeer { _, before in before == 0 ? Self.sent(ChallengeID(bits: 1)) : Self.begun }
        let test = try await TestDevice(auth: auth, signedIn: false)
        _ = try await test.device.register(phone: Self.phone, group: fieldwork)
        await #expect(throws: DeviceFault.self) { try await test.device.register(phone: Self.phone, group: clinic) }
        let registered = FakePeer(always: .fault("flowError", status: 200, data: ["state": "REGISTERED"]))
        let other = try await TestDevice(auth: registered, signedIn: false)
        await #expect(throws: DeviceFault.self) { try await other.device.register(phone: Self.phone, group: clinic) }
        #expect(registered.asked.count == 1 && auth.asked.count == 2)
    }

    @Test(arguments: [FakePeer.Turn.lost, .foreign(status: 502), .fault("unavailable", status: 200)])
    func `the same code asked again is the same request until it is answered`(_ turn: FakePeer.Turn) async throws {
        let auth = FakePeer { _, before in before < 2 ? turn : .fault("codeWrong", status: 200) }
        let test = try await awaiting(.login, auth)
        for _ in 0..<4 { try await refused(test, "123456") }
        let ids = auth.asked.map { $0.params["requestId"] }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[1] == ids[2])
        #expect(ids[3] != ids[2])
    }

    @Test func `another code is another request, and so is the same one after ten minutes`() async throws {
        let test = try await awaiting(.registration, FakePeer(always: .lost))
        try await refused(test, "123456")
        try await refused(test, "654321")
        test.clock.advance(by: .minutes(10))
        try await refused(test, "654321")
        #expect(Set(test.auth.asked.map { $0.params["requestId"]?.string }).count == 3)
        #expect(try await test.store.profile().challenge == ChallengeID(bits: 4))
    }

    @Test func `a login whose answer is lost is asked again as the same request`() async throws {
        let auth = FakePeer { _, before in before == 0 ? .lost : Self.sent(ChallengeID(bits: 2)) }
        let test = try await TestDevice(auth: auth, signedIn: false)
        await #expect(throws: DeviceFault.self) { try await test.device.login(phone: Self.phone) }
        _ = try await test.device.login(phone: Self.phone)
        _ = try await test.device.login(phone: Self.phone)
        let ids = auth.asked.map { $0.params["requestId"] }
        #expect(ids[0] == ids[1] && ids[1] != ids[2])
    }

    private static let begun = FakePeer.Turn.fault("flowError", status: 200, data: ["state": "STARTED_REGISTRATION"])

    private static func sent(_ challenge: ChallengeID) -> FakePeer.Turn {
        .result([
            "challengeId": .string("\(challenge)"), "state": "STARTED_REGISTRATION", "expiresAtMs": "300000",
            "resendAfterMs": 60_000,
        ])
    }

    /// A device that awaits a code.
    private func awaiting(_ purpose: CodePurpose, _ auth: FakePeer) async throws -> TestDevice {
        let test = try await TestDevice(auth: auth, signedIn: false)
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = purpose
        }
        return test
    }

    private func refused(_ test: TestDevice, _ code: String) async throws {
        let code = try #require(OneTimeCode(code))
        await #expect(throws: DeviceFault.self) { try await test.device.confirm(code: code) }
    }
}
