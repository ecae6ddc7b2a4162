import Contracts
import Domain
import JSONRPC
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// Logins by PIN against the real services: what an attempt costs, and what a lost answer changes.
@Suite struct PINLoginTests {
    @Test(arguments: SecretChoice.allCases) func `an admitted device that has logged out logs in by the PIN alone`(
        _ choice: SecretChoice
    ) async throws {
        let test = try await PINPair(), phone = test.phone
        let account = try await phone.store.profile().accountId
        _ = try await phone.add(uri: DeviceFixture.uri("Bank"))
        _ = try await phone.sync()
        try await phone.logout(choice)
        let profile = try await phone.logInWithPIN(PINPair.pin())
        #expect(profile.accountId == account && account != nil && profile.nextStep == nil && !profile.isUnproven)
        #expect(profile.login == .loggedIn && profile.pinChallenge == nil && profile.pendingRequest == nil)
        try await test.pair.settle()
        _ = try await phone.sync()
        #expect(try await phone.entries().map(\.issuer) == ["Bank"])
        #expect(test.pair.inbox.code(for: PINPair.number) == nil)
    }

    @Test func `a passphrase is as good as a PIN`() async throws {
        let test = try await PINPair(), phone = test.phone
        let passphrase = try PINSecret(passphrase: "correct horse battery")
        try await phone.changePIN(from: PINPair.pin(), to: passphrase)
        try await phone.logout(.keep)
        #expect(await refusal { _ = try await phone.logInWithPIN(PINPair.wrong()) } == "pinWrong 2")
        #expect(try await phone.logInWithPIN(passphrase).login == .loggedIn)
    }

    @Test func `wrong PINs are counted over login, unlock, change and confirmation, and the third blocks`() async throws
    {
        let test = try await PINPair(), phone = test.phone
        let entry = try await phone.add(uri: DeviceFixture.uri("Bank"))
        #expect(await refusal { _ = try await phone.logInWithPIN(PINPair.wrong()) } == "pinWrong 2")
        #expect(await refusal { _ = try await phone.makeRecoveryCodes(.pin(PINPair.wrong())) } == "pinWrong 1")
        #expect(await refusal { try await phone.changePIN(from: PINPair.wrong(), to: PINPair.other()) } == "blocked")
        #expect(await refusal { try await phone.unlock(PINPair.pin()) } == "blocked")
        #expect(await refusal { _ = try await phone.status() } == "blocked")
        #expect(try await phone.entries().map(\.id) == [entry.id])
        #expect(try await phone.store.profile().accountId != nil)
    }

    @Test func `a wrong PIN whose answer is lost, entered again, uses up one attempt`() async throws {
        let test = try await PINPair(), phone = test.phone
        await test.losingAnswer { try await phone.unlock(PINPair.wrong()) }
        #expect(await refusal { try await phone.unlock(PINPair.wrong()) } == "pinWrong 2")
        await test.losingAnswer { try await phone.unlock(PINPair.wrong()) }
        let restarted = test.restarted(phone)
        #expect(await refusal { try await restarted.unlock(PINPair.wrong()) } == "pinWrong 1")
        #expect(await refusal { try await restarted.unlock(PINPair.pin()) } == nil)
    }

    @Test func `after a lost answer another PIN is an attempt of its own, and the right one then counts nothing`()
        async throws
    {
        let test = try await PINPair(), phone = test.phone
        try await phone.logout(.keep)
        await test.losingAnswer { _ = try await phone.logInWithPIN(PINPair.wrong()) }
        #expect(await refusal { _ = try await phone.logInWithPIN(PINPair.other()) } == "pinWrong 1")
        #expect(await refusal { _ = try await phone.logInWithPIN(PINPair.pin()) } == nil)
        #expect(await refusal { try await phone.unlock(PINPair.other()) } == "pinWrong 2")
    }

    @Test func `a right PIN whose answer is lost opens one session, which the same PIN gets`() async throws {
        let test = try await PINPair(), phone = test.phone
        try await phone.logout(.keep)
        await test.losingAnswer { _ = try await phone.logInWithPIN(PINPair.pin()) }
        let profile = try await phone.logInWithPIN(PINPair.pin())
        #expect(try await phone.sessions().map(\.sessionId) == [profile.sessionId])
    }

    @Test func `a mistyped PIN after a right one whose answer was lost is a wrong PIN`() async throws {
        let test = try await PINPair(), phone = test.phone
        try await phone.logout(.keep)
        await test.losingAnswer { _ = try await phone.logInWithPIN(PINPair.pin()) }
        #expect(await refusal { _ = try await phone.logInWithPIN(PINPair.wrong()) } == "pinWrong 2")
        #expect(try await phone.logInWithPIN(PINPair.pin()).login == .loggedIn)
    }

    @Test func `a PIN that another device has changed is wrong, and the new one is right`() async throws {
        let test = try await PINPair(), phone = test.phone, tablet = try await test.newDevice()
        _ = try await tablet.logInWithPIN(PINPair.pin())
        await test.losingAnswer { try await phone.unlock(PINPair.pin()) }
        try await tablet.changePIN(from: PINPair.pin(), to: PINPair.other())
        #expect(await refusal { try await phone.unlock(PINPair.pin()) } == "pinWrong 2")
        #expect(await refusal { try await phone.unlock(PINPair.other()) } == nil)
    }

    @Test func `a PIN that changes between the challenge and the proof uses up no attempt`() async throws {
        let test = try await PINPair(), phone = test.phone, tablet = try await test.newDevice()
        _ = try await tablet.logInWithPIN(PINPair.pin())
        test.auth.during(0) { _ = try? await tablet.changePIN(from: PINPair.pin(), to: PINPair.other()) }
        #expect(await refusal { try await phone.unlock(PINPair.pin()) } == "pinChallengeExpired")
        #expect(await refusal { try await phone.unlock(PINPair.pin()) } == "pinWrong 2")
        #expect(await refusal { try await phone.unlock(PINPair.other()) } == nil)
    }

    @Test func `a new device waits for a day after three wrong PINs, and may then try again`() async throws {
        let test = try await PINPair(), tablet = try await test.newDevice()
        #expect(try await tablet.store.profile().nextStep == .provePIN)
        for expected in ["pinWrong 2", "pinWrong 1", "pinWait"] {
            #expect(await refusal { _ = try await tablet.logInWithPIN(PINPair.wrong()) } == expected)
        }
        #expect(try await test.phone.notices().all.first?.kind == Open(.newDevicePINsWrong))
        #expect(await refusal { try await test.phone.unlock(PINPair.pin()) } == nil)
        try await test.pair.advance(by: .hours(24) - .milliseconds(1))
        #expect(await refusal { _ = try await tablet.logInWithPIN(PINPair.pin()) } == "pinWait")
        try await test.pair.advance(by: .milliseconds(1))
        let profile = try await tablet.logInWithPIN(PINPair.pin())
        #expect(try await profile.accountId == test.phone.store.profile().accountId && profile.nextStep == nil)
    }

    @Test func `a session that another device has admitted meanwhile is not proven by the PIN any more`() async throws {
        let test = try await PINPair(), phone = test.phone, tablet = try await test.newDevice()
        let waiting = try #require(try await phone.sessions().first(where: \.isPending))
        let digits = try #require(waiting.digits)
        #expect(await refusal { try await phone.admit(waiting.sessionId, digits: digits) } == "pinRequired")
        await test.losingAnswer { try await phone.admit(waiting.sessionId, digits: digits, pin: PINPair.pin()) }
        #expect(try await phone.hasUnansweredAdmission(of: waiting.sessionId, digits: digits))
        try await phone.admit(waiting.sessionId, digits: digits, pin: PINPair.pin())
        #expect(try await !phone.hasUnansweredAdmission(of: waiting.sessionId, digits: digits))
        #expect(await refusal { _ = try await tablet.logInWithPIN(PINPair.pin()) } == "pinUnknown")
        let profile = try await tablet.store.profile()
        #expect(profile.nextStep == nil && profile.accountId != nil)
    }
}
