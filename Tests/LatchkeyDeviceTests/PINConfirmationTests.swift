import Contracts
import DeviceCommands
import Domain
import JSONRPC
import PIN
import PairSupport
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Acts that a PIN confirms, and the session that waits for one.
@Suite struct PINConfirmationTests {
    @Test func `recovery codes that the PIN has confirmed are shown again by the same call, and by no other PIN`()
        async throws
    {
        let test = try await PINPair(), phone = test.phone
        try await test.pair.advance(by: .minutes(10))
        #expect(await refusal { _ = try await phone.makeRecoveryCodes() } == "confirmationRequired")
        let codes = try await phone.makeRecoveryCodes(.pin(PINPair.pin())).codes
        #expect(try await phone.makeRecoveryCodes(.pin(PINPair.pin())).codes == codes)
        #expect(await refusal { _ = try await phone.makeRecoveryCodes(.pin(PINPair.wrong())) } == "pinWrong 2")
        #expect(try await phone.makeRecoveryCodes(.pin(PINPair.pin())).codes != codes)
    }

    @Test func `a logout everywhere that forgets devices is confirmed by the PIN`() async throws {
        let test = try await PINPair(), phone = test.phone, tablet = try await test.newDevice()
        _ = try await tablet.logInWithPIN(PINPair.pin())
        #expect(
            await refusal { try await phone.logoutEverywhere(.keep, forgetsDevices: true) } == "confirmationRequired")
        try await phone.logoutEverywhere(.keep, forgetsDevices: true, .pin(PINPair.pin()))
        #expect(await refusal { _ = try await tablet.logInWithPIN(PINPair.pin()) } == "pinUnknown")
        #expect(try await phone.logInWithPIN(PINPair.pin()).login == .loggedIn)
    }

    @Test func `a PIN confirms no PIN that is made`() async throws {
        let test = try await DeviceFixture()
        await #expect(throws: DeviceFault.noPIN) {
            try await test.device.makePIN(PINPair.pin(), .pin(PINPair.other()))
        }
        #expect(test.auth.requests.isEmpty)
    }

    @Test(arguments: [("sync", nil), ("pre_tfa", .secondFactor)] as [(String, NextStep?)])
    func `a session that waits for a PIN gets its wider tokens when the PIN is made, and may need a second factor then`(
        scope: String, next: NextStep?
    ) async throws {
        let auth = ScriptedConnection { request, _ in
            switch request.method {
            case "registration.confirm": Self.granted("pin_required", next: "createPIN")
            case "pin.challenge": Self.challenge
            case "pin.enroll":
                .result([
                    "unlockShare": .string(Base64URL.encode([UInt8](repeating: 5, count: 32))),
                    "offlineUnlockHours": 72,
                    "countsFromMs": "1",
                ])
            default: .result(.object(Self.session(scope)))
            }
        }
        let test = try await DeviceFixture(auth: auth, signedIn: false), device = test.device
        try await test.store.changeProfile { ($0.challenge, $0.purpose) = (ChallengeID(bits: 4), .registration) }
        let waiting = try await device.confirm(code: nil)
        #expect(waiting.nextStep == .createPIN && waiting.accountId == DeviceFixture.account)
        let text = try await CommandName.standing.text(of: ShowStanding().outputObject(on: device))
        #expect(text.contains("Make one: latchkey pin set"))
        try await device.makePIN(PINPair.pin())
        #expect(try await test.store.profile().nextStep == next)
        #expect(auth.requests.map(\.method).last == "session.refresh")
    }

    @Test func `a session that waits for a PIN that another device has made is told to prove it`() async throws {
        let auth = ScriptedConnection { request, _ in
            request.method == "registration.confirm"
                ? Self.granted("pin_required", next: "createPIN") : .fault("pinExists", status: 200)
        }
        let test = try await DeviceFixture(auth: auth, signedIn: false), device = test.device
        try await test.store.changeProfile { ($0.challenge, $0.purpose) = (ChallengeID(bits: 4), .registration) }
        _ = try await device.confirm(code: nil)
        #expect(await refusal { try await device.makePIN(PINPair.pin()) } == "pinExists")
        let text = try await CommandName.standing.text(of: ShowStanding().outputObject(on: device))
        #expect(text.contains("needs the account's PIN: latchkey login --pin"))
    }

    /// The answer to a confirmation, with a session of this scope.
    private static func granted(_ scope: String, next: String) -> ScriptedConnection.Reply {
        .result(["session": .object(session(scope)), "state": "REGISTERED", "next": .string(next)])
    }

    private static func session(_ scope: String) -> JSONObject {
        guard case .result(.object(var session)) = DeviceFixture.granted(DeviceFixture.account) else { return [:] }
        session["scope"] = [.string(scope)]
        return session
    }

    private static let challenge = ScriptedConnection.Reply.result([
        "challengeId": .string("\(PINChallengeID(bits: 1))"),
        "challenge": .string(Base64URL.encode([UInt8](repeating: 9, count: 32))), "expiresAtMs": "300000",
        "issuer": "https://auth.test", "subject": .string("\(DeviceFixture.account)"),
        "newPin": [
            "generation": 1, "salt": .string(Base64URL.encode([UInt8](repeating: 7, count: 16))),
            "kdf": ["name": "scrypt", "n": 32_768, "r": 8, "p": 1],
        ],
    ])
}
