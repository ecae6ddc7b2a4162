import Contracts
import Domain
import JSONRPC
import PairSupport
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// The ids of requests that are repeated because a code or an answer was lost.
@Suite struct RequestIDTests {
    private static let fieldwork = GroupID(rawValue: "fieldwork"), clinic = GroupID(rawValue: "clinic")
    private static let phone = "+4915112345678"

    @Test func `a started registration continues with a new code`() async throws {
        let challenge = ChallengeID(bits: 0xc)
        let auth = ScriptedConnection { request, _ in
            request.method == "registration.start" ? Self.begun : Self.sent(challenge)
        }
        let test = try await DeviceFixture(auth: auth, signedIn: false)
        let answer = try await test.device.register(phone: Self.phone, group: try #require(Self.fieldwork))
        #expect(answer.challengeId == challenge && answer.state == .startedRegistration)
        #expect(auth.requests.map(\.method) == ["registration.start", "registration.restart"])
        let profile = try await test.store.profile()
        #expect(profile.challenge == challenge && profile.purpose == .registration && profile.pendingRequest == nil)
    }

    @Test func `a registration does not continue in another group, nor from another state`() async throws {
        let fieldwork = try #require(Self.fieldwork), clinic = try #require(Self.clinic)
        let auth = ScriptedConnection { _, count in count == 0 ? Self.sent(ChallengeID(bits: 1)) : Self.begun }
        let test = try await DeviceFixture(auth: auth, signedIn: false)
        _ = try await test.device.register(phone: Self.phone, group: fieldwork)
        await #expect(throws: DeviceFault.self) { try await test.device.register(phone: Self.phone, group: clinic) }
        let registered = ScriptedConnection(always: .fault("flowError", status: 200, data: ["state": "REGISTERED"]))
        let other = try await DeviceFixture(auth: registered, signedIn: false)
        await #expect(throws: DeviceFault.self) { try await other.device.register(phone: Self.phone, group: clinic) }
        #expect(registered.requests.count == 1 && auth.requests.count == 2)
    }

    @Test(arguments: [ScriptedConnection.Reply.lost, .notJSON(status: 502), .fault("unavailable", status: 200)])
    func `the same code is sent with the same request id until it is answered`(_ reply: ScriptedConnection.Reply)
        async throws
    {
        let auth = ScriptedConnection { _, count in count < 2 ? reply : .fault("codeWrong", status: 200) }
        let test = try await awaiting(.login, auth)
        for _ in 0..<4 { try await refused(test, "123456") }
        let ids = auth.requests.map { $0.params["requestId"] }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[1] == ids[2])
        #expect(ids[3] != ids[2])
    }

    @Test func `a removal whose answer was lost is repeated with its request id, and another removal has another one`()
        async throws
    {
        let until = Instant(ms: 1_800_000_000_000)
        let auth = ScriptedConnection { request, count in
            guard request.method == "device.remove" else { return .result(["devices": []]) }
            return count == 0 ? .lost : .result(["suspendedUntilMs": .string("\(until.ms)")])
        }
        let test = try await DeviceFixture(auth: auth)
        let device = DeviceID(bits: 7),
            codes = ["AAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBB"].compactMap { RecoveryCode(wire: $0) }
        await #expect(throws: DeviceFault.self) { try await test.device.removeDevice(device, .recoveryCode(codes[0])) }
        #expect(try await test.device.removeDevice(device, .recoveryCode(codes[0])) == until)
        _ = try await test.device.removeDevice(device, .recoveryCode(codes[1]))
        let ids = auth.requests.filter { $0.method == "device.remove" }.map { $0.params["requestId"]?.string }
        #expect(ids.count == 3 && ids[0] != nil && ids[0] == ids[1] && ids[2] != ids[1])
    }

    @Test func `new recovery codes are shown again by the same call within ten minutes, and not later`() async throws {
        let auth = ScriptedConnection(always: .result(try WireEncoder().encode(AccountRecoveryCodes.example.answer)))
        let test = try await DeviceFixture(auth: auth)
        let code = try #require(RecoveryCode(wire: "AAAAAAAAAAAAAAAA"))
        for _ in 0..<2 { _ = try await test.device.makeRecoveryCodes(.recoveryCode(code)) }
        test.clock.advance(by: .minutes(10))
        _ = try await test.device.makeRecoveryCodes(.recoveryCode(code))
        let ids = auth.requests.map { $0.params["requestId"]?.string }
        #expect(ids.count == 3 && ids[0] != nil && ids[0] == ids[1] && ids[2] != ids[1])
    }

    @Test func `another code has another request id, and so has the same code after ten minutes`() async throws {
        let test = try await awaiting(.registration, ScriptedConnection(always: .lost))
        try await refused(test, "123456")
        try await refused(test, "654321")
        test.clock.advance(by: .minutes(10))
        try await refused(test, "654321")
        #expect(Set(test.auth.requests.map { $0.params["requestId"]?.string }).count == 3)
        #expect(try await test.store.profile().challenge == ChallengeID(bits: 4))
    }

    @Test func `a login whose answer is lost is repeated with the same request id`() async throws {
        let auth = ScriptedConnection { _, count in count == 0 ? .lost : Self.sent(ChallengeID(bits: 2)) }
        let test = try await DeviceFixture(auth: auth, signedIn: false)
        await #expect(throws: DeviceFault.self) { try await test.device.login(phone: Self.phone) }
        _ = try await test.device.login(phone: Self.phone)
        _ = try await test.device.login(phone: Self.phone)
        let ids = auth.requests.map { $0.params["requestId"] }
        #expect(ids[0] == ids[1] && ids[1] != ids[2])
    }

    @Test func `an admission whose answer is lost is repeated with the same request id until it is answered`()
        async throws
    {
        let auth = ScriptedConnection { _, count in count == 0 ? .lost : .result([:]) }
        let test = try await DeviceFixture(auth: auth)
        let device = test.device, session = SessionID(bits: 5)
        await #expect(throws: DeviceFault.self) { try await device.admit(session, digits: "42") }
        #expect(try await device.hasUnansweredAdmission(of: session, digits: "42"))
        #expect(try await !device.hasUnansweredAdmission(of: session, digits: "43"))
        #expect(try await !device.hasUnansweredAdmission(of: SessionID(bits: 6), digits: "42"))
        for _ in 0..<2 { try await device.admit(session, digits: "42") }
        #expect(try await !device.hasUnansweredAdmission(of: session, digits: "42"))
        let ids = auth.requests.map { $0.params["requestId"] }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[1] != ids[2])
    }

    @Test(arguments: [(1, true), (0, false)])
    func `a login or registration is repeated with its request id for five minutes, a confirmation for ten`(
        early: Int, isSame: Bool
    ) async throws {
        let clinic = try #require(Self.clinic), code = try #require(OneTimeCode("123456"))
        let calls: [(minutes: Int, call: (DeviceFixture) async throws -> Void)] = [
            (5, { _ = try await $0.device.login(phone: Self.phone) }),
            (5, { _ = try await $0.device.register(phone: Self.phone, group: clinic) }),
            (10, { _ = try await $0.device.confirm(code: code) }),
        ]
        for (minutes, call) in calls {
            let test = try await awaiting(.login, ScriptedConnection(always: .lost))
            await #expect(throws: DeviceFault.self) { try await call(test) }
            test.clock.advance(by: .minutes(minutes) - .milliseconds(early))
            await #expect(throws: DeviceFault.self) { try await call(test) }
            let ids = test.auth.requests.map { $0.params["requestId"]?.string }
            #expect(ids.count == 2 && ids[0] != nil)
            #expect((ids[0] == ids[1]) == isSame, "\(minutes) minutes less \(early) ms")
        }
    }

    private static let begun = ScriptedConnection.Reply.fault(
        "flowError", status: 200, data: ["state": "STARTED_REGISTRATION"])

    private static func sent(_ challenge: ChallengeID) -> ScriptedConnection.Reply {
        .result([
            "challengeId": .string("\(challenge)"), "state": "STARTED_REGISTRATION", "expiresAtMs": "300000",
            "resendAfterMs": 60_000,
        ])
    }

    /// A device with a code request in progress.
    private func awaiting(_ purpose: CodePurpose, _ auth: ScriptedConnection) async throws -> DeviceFixture {
        let test = try await DeviceFixture(auth: auth, signedIn: false)
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = purpose
        }
        return test
    }

    private func refused(_ test: DeviceFixture, _ code: String) async throws {
        let code = try #require(OneTimeCode(code))
        await #expect(throws: DeviceFault.self) { try await test.device.confirm(code: code) }
    }

    @Test func `a registration whose cancellation has lost its answer is given up by the same call`() async throws {
        let pair = try await ServicePair(), auth = FaultyConnection(pair.authConnection)
        let phone = try await pair.makeDevice("phone", auth: auth)
        _ = try await phone.add(uri: DeviceFixture.uri("Draft"))
        _ = try await phone.register(phone: "+4915112345678", group: try #require(GroupID(rawValue: "home")))
        auth.losesAnswers = true
        await #expect(throws: DeviceFault.self) { try await phone.cancelRegistration() }
        #expect(try await phone.store.profile().login == .otpRequested)
        auth.losesAnswers = false
        try await phone.cancelRegistration()
        #expect(try await phone.store.profile().login == nil)
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
        await #expect(throws: DeviceFault.noChallenge) { try await phone.cancelRegistration() }
    }
}
