import Contracts
import DeviceCommands
import JSONRPC
import LatchkeyDevice
import Primitives
import StrictJSON
import Testing

/// What a person reads when a service refuses.
@Suite struct AdviceTests {
    /// The sentence after a login that is refused with this fault. The fault's message and remedy are those of the table.
    private func sentence(_ kind: FaultKind, _ data: JSONObject = [:]) async throws -> String {
        var all = data
        all["remedy"] = .string(kind.remedy)
        let test = try await DeviceFixture(
            auth: ScriptedConnection(always: .fault(kind.name, status: 200, data: all, message: kind.message)),
            signedIn: false)
        do throws(DeviceFault) {
            _ = try await test.device.login(phone: "+4915112345678")
            Issue.record("the login was not refused")
            return ""
        } catch {
            return error.sentence
        }
    }

    @Test func `a line break in a service's message is shown as an escape, so that one refusal is one line`()
        async throws
    {
        for text in ["a\nlatchkey: all is well", "a\r\nb", "a\u{2028}b"] {
            let reply = ScriptedConnection(
                always: .fault("foreign", status: 200, data: ["remedy": .string(text)], message: text))
            let test = try await DeviceFixture(auth: reply, signedIn: false)
            let fault = await #expect(throws: DeviceFault.self) {
                _ = try await test.device.login(phone: "+4915112345678")
            }
            let sentence = try #require(fault).sentence
            #expect(sentence.unicodeScalars.allSatisfy { $0.isPrintable }, "\(sentence)")
            #expect(sentence.contains("\\u"))
        }
    }

    @Test(
        arguments: FaultKind.confirmationFaults + FaultKind.codeFaults + FaultKind.pinFaults
            + FaultKind.secondFactorFaults + [.rateLimited, .startEmptyRefused, .phoneChangeUnknown])
    func `no person is told to read a member of an error`(kind: FaultKind) async throws {
        let sentence = try await sentence(kind)
        #expect(!sentence.contains("data.") && !sentence.contains("retryAfterMs") && !sentence.contains("the person"))
    }

    @Test(
        arguments: [
            (.confirmationRequired, ["purpose": "removeDevice"], "'latchkey devices send-code'"),
            (.confirmationRequired, ["purpose": "recoveryCodes"], "'latchkey recovery-codes --send-code'"),
            (.confirmationRequired, [:], "Repeat with --pin, --recovery-code or --factor-code=CODE."),
            (.ownSecretMissing, [:], "latchkey recovery-codes --send-code. They confirm this after 72 hours."),
            (
                .changesHeld, ["retryAfterMs": 259_200_000],
                "repeat with --recovery-code. 'latchkey notices' says more. Wait 259200 s."
            ),
            (.recoveryCodeWrong, ["attemptsLeft": 4], "4 attempts are left."),
            (.recoveryCodeTooNew, ["retryAfterMs": 1_000], "Use one of the codes that you had before. Wait 1 s."),
            (.codeWait, ["retryAfterMs": 1_200_000], "Too many wrong codes were entered. Wait 1200 s."),
            (.rateLimited, ["retryAfterMs": 100], "Nothing was done. Wait 1 s."),
            (.newDeviceProofRequired, [:], "latchkey admit-me"),
            (.confirmationRequired, ["purpose": "makePIN"], "'latchkey pin set --send-code'"),
            (.confirmationRequired, ["purpose": "removeDevice"], "Repeat with --pin or --recovery-code"),
            (.pinWrong, ["attemptsLeft": 2], "2 attempts are left."), (.pinRequired, [:], "Repeat with --pin"),
            (.pinWait, ["retryAfterMs": 86_400_000], "latchkey admit-me. Wait 86400 s."),
            (.pinUnknown, [:], "latchkey login NUMBER"), (.pinExists, [:], "latchkey pin change"),
            (.pinExhausted, [:], "Change the PIN on a device"), (.blocked, [:], "latchkey register NUMBER"),
            (.pinTooNew, ["retryAfterMs": 1_000], "repeat with --recovery-code. Wait 1 s."),
            (.confirmationRequired, ["purpose": "makePIN"], "Repeat with --recovery-code,"),
            (.confirmationRequired, ["purpose": "makeSecondFactor"], "'latchkey factor set --send-code'"),
            (.confirmationRequired, ["purpose": "changePhone"], "'latchkey phone send-code'"),
            (.confirmationRequired, ["purpose": "resetPIN"], "Repeat with --recovery-code, or"),
            (.secondFactorRequired, [:], "latchkey factor pass CODE"),
            (.secondFactorWrong, ["attemptsLeft": 2], "2 attempts are left"),
            (.secondFactorExists, [:], "latchkey factor remove CODE"),
            (.secondFactorTooNew, ["retryAfterMs": 1_000], "repeat with --recovery-code. Wait 1 s."),
            (.inviteWait, [:], "'latchkey parent invite NAME --link' for 'child join'"),
            (
                .inviteWait, ["retryAfterMs": 1_000],
                "'latchkey parent invite-parent NAME --link' for 'parent accept'. Wait 1 s."
            ),
        ] as [(FaultKind, JSONObject, String)])
    func `a refusal says what a person can do`(kind: FaultKind, data: JSONObject, advice: String) async throws {
        #expect(try await sentence(kind, data).contains(advice))
    }
}
