import Contracts
import Domain
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// A request to leave that keeps the entries of an account with a PIN, and whose answer is lost: auth may have no share any
/// more, so the entries must open without it.
@Suite struct KeptAtDepartureTests {
    /// Deletes the account and loses the answer.
    private static func deletionLost(_ choice: SecretChoice) async throws -> LockedPhone {
        let locked = try await LockedPhone(hours: 0), test = locked.test, phone = locked.phone
        try await test.pair.advance(by: .seconds(61))
        _ = try await phone.requestDeletion()
        try await test.pair.settle()
        let code = try #require(test.pair.inbox.code(for: PINPair.number).flatMap { OneTimeCode($0) })
        test.auth.losesAnswers = true
        #expect(await refusal { try await phone.deleteAccount(choice, .code(code)) } == "lost")
        test.auth.losesAnswers = false
        return locked
    }

    @Test func `entries that were to stay open after the app is restarted and learns that the account is deleted`()
        async throws
    {
        let locked = try await Self.deletionLost(.keep)
        #expect(try await locked.sealedRows() == (share: 0, platform: 2))
        let phone = try await locked.restart()
        #expect(await refusal { _ = try await phone.status() } == "accountDeleted")
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test(arguments: SecretChoice.allCases)
    func `the PIN deletes the account without a code by message, and a wrong one nothing`(
        _ choice: SecretChoice
    ) async throws {
        let locked = try await LockedPhone(), test = locked.test, phone = locked.phone
        _ = try await phone.sync()
        #expect(await refusal { try await phone.deleteAccount(choice, nil) } == "confirmationRequired")
        #expect(await refusal { try await phone.deleteAccount(choice, .pin(PINPair.wrong())) } == "pinWrong 2")
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
        test.auth.during(1) { test.auth.losesAnswers = true }
        #expect(await refusal { try await phone.deleteAccount(choice, .pin(PINPair.pin())) } == "lost")
        test.auth.losesAnswers = false
        #expect(await refusal { try await phone.deleteAccount(choice, .pin(PINPair.pin())) } == nil)
        #expect(try await phone.store.profile().sessionId == nil)
        #expect(try await phone.entries().map(\.issuer).sorted() == (choice == .keep ? ["Bank", "Draft"] : []))
    }

    @Test func `entries that were to stay open after a logout whose answer is lost`() async throws {
        let locked = try await LockedPhone(hours: 0), phone = locked.phone
        _ = try await phone.sync()
        locked.test.auth.losesAnswers = true
        #expect(await refusal { try await phone.logout(.keep) } == "lost")
        locked.test.auth.losesAnswers = false
        let restarted = try await locked.restart()
        #expect(await refusal { _ = try await restarted.status() } == "sessionRevoked")
        #expect(try await restarted.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test func `a logout that certainly had no effect seals the entries again`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        _ = try await phone.sync()
        locked.test.auth.isDown = true
        #expect(await refusal { try await phone.logout(.keep) } != nil)
        #expect(try await phone.store.profile().departureChoice == nil)
        #expect(try await locked.sealedRows() == (share: 2, platform: 0))
        let thief = try await locked.stolen()
        #expect(try await thief.entries().isEmpty)
    }

    @Test func `a logout that a later call shows to have had no effect seals the entries again`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        let departure = Departure(choice: .keep, deletesAccount: false, sentAt: locked.clock)
        try await phone.store.changeProfile { $0.departure = departure }
        #expect(try await locked.sealedRows() == (share: 0, platform: 2))
        locked.advance(Departure.longestDelay)
        _ = try await phone.sessions()
        #expect(try await locked.sealedRows() == (share: 1, platform: 1))
    }

    @Test func `a device that locks while it prepares the request sends none`() async throws {
        let locked = try await LockedPhone(hours: 0), phone = locked.phone
        // The stored approval forbids a sync, so auth is asked for the present one first.
        let session = try await phone.store.changeProfile { $0.approval = .waitingForApproval }.session
        locked.test.auth.during(0) { try? await phone.lock() }
        #expect(await isLocked { try await phone.logout(.keep) })
        #expect(try await phone.store.profile().session == session)
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test(arguments: [true, false])
    func `another account that signs in finds the entries of the former one open if the device was, else closed`(
        isLocked: Bool
    ) async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        if isLocked { try await phone.lock() }
        try await locked.test.pair.advance(by: .seconds(61))
        try await locked.test.pair.signIn([phone], phone: "+4915100000099")
        let foreign = try await phone.entryList().rows.filter(\.isForeign).map(\.entry.issuer)
        #expect(foreign == (isLocked ? ["Draft"] : ["Bank", "Draft"]))
        #expect(try await locked.sealedRows() == (isLocked ? (share: 1, platform: 1) : (share: 0, platform: 2)))
        #expect(locked.test.keys.share.read() == nil)
    }
}
