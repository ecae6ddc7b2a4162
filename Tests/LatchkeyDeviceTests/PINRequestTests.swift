import Contracts
import Domain
import JSONRPC
import PIN
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// What a device sends and stores of a PIN, and what it refuses from a service.
@Suite struct PINRequestTests {
    @Test func `neither the store nor what recognises a repeated request depends on the PIN`() async throws {
        for digits in ["482915", "739164"] {
            let test = try await DeviceFixture(auth: Self.auth(.lost))
            await #expect(throws: DeviceFault.self) { try await test.device.unlock(PINSecret(digits: digits)) }
            await #expect(throws: DeviceFault.self) { try await test.device.unlock(PINSecret(digits: digits)) }
            let profile = try await test.store.profile(),
                proofs = test.auth.requests.filter { $0.method == "pin.prove" }
            let proof = try #require(proofs.first?.params["proof"]?.string)
            #expect(proofs.count == 2 && proofs[0].params == proofs[1].params)
            #expect(test.auth.requests.filter { $0.method == "pin.challenge" }.count == 1)
            let text = try WireEncoder().encode(profile).text
            #expect(!text.contains(proof) && !text.contains(digits))
            let answer = PINProve.Params(
                challengeId: try #require(profile.pinChallenge).id, proof: try #require(PINSignature(wire: proof)))
            let empty = PINProve.Params(challengeId: answer.challengeId, proof: PINSignature(checked: ""))
            #expect(try test.device.digest(PINProve.self, answer) == profile.pendingRequest?.digest)
            #expect(try test.device.digest(PINProve.self, empty) == profile.pendingRequest?.digest)
        }
    }

    @Test(arguments: [(1024, 8, 1), (16_384, 8, 1), (49_152, 8, 1), (32_768, 1, 1), (524_288, 8, 1), (32_768, 8, 5)])
    func `a derivation that is weaker than allowed, or needs too much memory, is refused, and no proof is sent`(
        n: Int, r: Int, p: Int
    ) async throws {
        let test = try await DeviceFixture(auth: Self.auth(.lost, n: n, r: r, p: p))
        for call in [Self.unlock, Self.logIn, Self.change, Self.confirm] {
            await #expect(throws: DeviceFault.self) { try await call(test.device) }
        }
        #expect(!test.auth.requests.isEmpty && test.auth.requests.allSatisfy { $0.method == "pin.challenge" })
        #expect(try await test.store.profile().pinChallenge == nil)
    }

    @Test func `another derivation than scrypt is refused`() async throws {
        let test = try await DeviceFixture(auth: Self.auth(.lost, name: "bcrypt"))
        #expect(await refusal { try await Self.unlock(test.device) }?.hasPrefix("pinKeyNotDerived") == true)
        #expect(test.auth.requests.map(\.method) == ["pin.challenge"])
    }

    @Test func `a challenge about another account is refused, and no proof is sent`() async throws {
        let test = try await DeviceFixture(auth: Self.auth(.lost, subject: AccountID(bits: 8)))
        for call in [Self.unlock, Self.logIn, Self.change, Self.confirm] {
            await #expect(throws: DeviceFault.self) { try await call(test.device) }
        }
        #expect(test.auth.requests.count == 4 && test.auth.requests.allSatisfy { $0.method == "pin.challenge" })
    }

    @Test(
        .requirement("P1"),
        arguments: [
            ("123456", .pinRefused(.sequence)), ("112345", .pinRefused(.phoneNumber)),
            ("4829", .pinTooShort(minimum: 6)),
            ("012345678901", .pinRefused(.sequence)),
        ] as [(String, DeviceFault)])
    func `an easy PIN is refused before anything is sent`(digits: String, fault: DeviceFault) async throws {
        let test = try await DeviceFixture(auth: Self.auth(.lost)), secret = try PINSecret(digits: digits)
        await #expect(throws: fault) { try await test.device.makePIN(secret) }
        await #expect(throws: fault) { try await test.device.changePIN(from: PINPair.pin(), to: secret) }
        #expect(test.auth.requests.isEmpty)
    }

    @Test(
        arguments: [(.provePIN, true), (.createPIN, true), (.secondFactor, false), (nil, false)] as [(NextStep?, Bool)])
    func `a login by PIN names the session that waits for it, else the account`(step: NextStep?, waits: Bool)
        async throws
    {
        let test = try await DeviceFixture(auth: Self.auth(.lost))
        try await test.store.changeProfile { $0.nextStep = step }
        await #expect(throws: DeviceFault.self) { try await Self.logIn(test.device) }
        let params = try #require(test.auth.requests.first).params
        #expect((params["sessionId"] != nil) == waits && (params["accountId"] != nil) == !waits)
    }

    @Test(
        arguments: [
            (.resettingPIN, .approvedForSyncing, .resettingPIN),
            (.resetPINRequested, .waitingForApproval, .resetPINRequested),
            (.resetPINRequested, .disapprovedForSyncing, .resetPINRequested),
            (.resetPINRequested, .approvedForSyncing, .loggedIn),
        ] as [(LoginStatus, ApprovalStatus, LoginStatus)])
    func `new tokens of a session end the replacement of a PIN if the person is approved, those of another one always`(
        former: LoginStatus, approval: ApprovalStatus, later: LoginStatus
    ) async throws {
        let test = try await DeviceFixture()
        try await test.store.changeProfile { $0.login = former }
        try await test.signIn(as: DeviceFixture.account, approval: approval)
        #expect(try await test.store.profile().login == later)
        try await test.signIn(as: DeviceFixture.account, session: SessionID(bits: 6), approval: approval)
        #expect(try await test.store.profile().login == .loggedIn)
    }

    @Test func `a device on which nobody was signed in sends nothing`() async throws {
        let test = try await DeviceFixture(auth: Self.auth(.lost), signedIn: false)
        for call in [Self.unlock, Self.logIn] {
            await #expect(throws: DeviceFault.noPIN) { try await call(test.device) }
        }
        for call in [Self.change, Self.confirm, Self.make, Self.changePhone] {
            await #expect(throws: DeviceFault.signedOut) { try await call(test.device) }
        }
        #expect(test.auth.requests.isEmpty)
    }

    @Test func `the account is remembered through a logout, and not through its deletion`() async throws {
        let ended = try await DeviceFixture(vault: ScriptedConnection(always: .fault("deviceRevoked", status: 401)))
        await #expect(throws: DeviceFault.self) { try await ended.device.sync() }
        #expect(try await ended.store.profile().lastAccountId == DeviceFixture.account)
        let deleted = try await DeviceFixture(vault: ScriptedConnection(always: .fault("accountDeleted", status: 401)))
        await #expect(throws: DeviceFault.self) { try await deleted.device.sync() }
        #expect(try await deleted.store.profile().lastAccountId == nil)
    }

    @Test func `a proof for another act has a challenge of its own once the first is answered`() async throws {
        let refused = Self.auth(.fault("pinWrong", status: 200, data: ["attemptsLeft": 2]))
        let test = try await DeviceFixture(auth: refused)
        for call in [Self.unlock, Self.unlock, Self.confirm] {
            await #expect(throws: DeviceFault.self) { try await call(test.device) }
        }
        #expect(refused.requests.filter { $0.method == "pin.challenge" }.count == 3)
        #expect(try await test.store.profile().pinChallenge == nil)
    }

    @Test func `the challenge of a session that has ended asks why, and follows the answer`() async throws {
        let auth = ScriptedConnection { request, _ in
            request.method == "pin.challenge"
                ? .fault("pinUnknown", status: 200) : .fault("sessionRevoked", status: 401)
        }
        let test = try await DeviceFixture(auth: auth)
        #expect(await refusal { try await Self.confirm(test.device) } == "sessionRevoked")
        #expect(auth.requests.map(\.method) == ["pin.challenge", "session.status"])
        #expect(try await test.store.profile().sessionId == nil)
    }

    @Test
    func `after a restore to a time before the PIN was changed the person is told once, before an attempt is counted`()
        async throws
    {
        let auth = Self.auth(.fault("pinWrong", status: 200, data: ["attemptsLeft": 2])) { count in count < 2 ? 7 : 6 }
        let test = try await DeviceFixture(auth: auth)
        #expect(await refusal { try await Self.unlock(test.device) } == "pinWrong 2")
        let before = auth.requests.count
        await #expect(throws: DeviceFault.pinRestored) { try await Self.logIn(test.device) }
        #expect(auth.requests.dropFirst(before).map(\.method) == ["pin.challenge"])
        #expect(try await test.store.profile().pinChallenge == nil)
        #expect(await refusal { try await Self.unlock(test.device) } == "pinWrong 2")
        #expect(auth.requests.dropFirst(before).map(\.method) == ["pin.challenge", "pin.challenge", "pin.prove"])
    }

    @Test func `a PIN that this device has changed is the newest one, and another account's generations do not count`()
        async throws
    {
        let changed = Self.auth(.result(["countsFromMs": "0"]))
        let test = try await DeviceFixture(auth: changed)
        try await Self.change(test.device)
        await #expect(throws: DeviceFault.pinRestored) { try await Self.unlock(test.device) }
        try await test.store.changeProfile {
            $0.knownPINGeneration = KnownPINGeneration(account: AccountID(bits: 8), generation: 9)
        }
        await #expect(throws: DeviceFault.self) { try await Self.unlock(test.device) }
        #expect(changed.requests.last?.method == "pin.prove")
    }

    private static let unlock: @Sendable (Device) async throws -> Void = { device in
        try await device.unlock(PINPair.pin())
    }
    private static let logIn: @Sendable (Device) async throws -> Void = { device in
        _ = try await device.logInWithPIN(PINPair.pin())
    }
    private static let change: @Sendable (Device) async throws -> Void = { device in
        try await device.changePIN(from: PINPair.pin(), to: PINPair.other())
    }
    private static let changePhone: @Sendable (Device) async throws -> Void = { device in
        _ = try await device.requestPhoneChange(to: "+4915187654321")
    }
    private static let make: @Sendable (Device) async throws -> Void = { device in
        try await device.makePIN(PINPair.pin())
    }
    private static let confirm: @Sendable (Device) async throws -> Void = { device in
        _ = try await device.removeDevice(DeviceID(bits: 3), .pin(PINPair.pin()))
    }

    /// Answers each request for a challenge, and all others with one reply.
    ///
    /// - Parameter generation: the generation of the PIN in the answer to a request, by the number of requests before it.
    private static func auth(
        _ reply: ScriptedConnection.Reply, name: String = "scrypt", n: Int = 32_768, r: Int = 8, p: Int = 1,
        subject: AccountID = DeviceFixture.account, generation: @escaping @Sendable (Int) -> Int = { _ in 1 }
    ) -> ScriptedConnection {
        let parameters: @Sendable (Int) -> JSON = { generation in
            [
                "generation": .number(JSONNumber(generation)),
                "salt": .string(Base64URL.encode([UInt8](repeating: 7, count: 16))),
                "kdf": [
                    "name": .string(name), "n": .number(JSONNumber(n)), "r": .number(JSONNumber(r)),
                    "p": .number(JSONNumber(p)),
                ],
            ]
        }
        return ScriptedConnection { request, count in
            guard request.method == "pin.challenge" else { return reply }
            var answer: JSONObject = [
                "challengeId": .string("\(PINChallengeID(bits: UInt128(count + 1)))"),
                "challenge": .string(Base64URL.encode([UInt8](repeating: 9, count: 32))), "expiresAtMs": "300000",
                "issuer": "https://auth.test", "subject": .string("\(subject)"), "pin": parameters(generation(count)),
            ]
            if request.params["purpose"] == "change" { answer["newPin"] = parameters(generation(count) + 1) }
            return .result(.object(answer))
        }
    }
}
