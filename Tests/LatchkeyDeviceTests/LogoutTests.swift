import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Seed 001, situations 2 to 4, with the person's choice, and requests whose answers are lost.
@Suite struct LogoutTests {
    @Test(arguments: [SecretChoice.keep, .delete]) func `logging out deletes the profile and follows the choice`(
        _ choice: SecretChoice
    ) async throws {
        let test = try await offline(FakePeer(always: .result([:])))
        try await test.device.logout(choice)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == (choice == .keep ? ["K", "U"] : ["U"]))
        #expect(try await test.store.entries().allSatisfy { $0.base == nil })
    }

    @Test func `a logout that is not answered changes nothing`() async throws {
        let test = try await offline(FakePeer(always: .lost))
        await #expect(throws: DeviceFault.self) { try await test.device.logoutEverywhere(.delete) }
        let profile = try await test.store.profile()
        #expect(profile.accountId == TestDevice.account)
        #expect(try await test.issuers() == ["K", "U"])
    }

    @Test func `a repeated logout whose session is already gone does what was chosen, also with keep`() async throws {
        let test = try await offline(FakePeer(always: .fault("sessionRevoked", status: 401)))
        try await test.device.logoutEverywhere(.keep)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["K", "U"])
    }

    @Test(arguments: [FakePeer.Turn.lost, .foreign(status: 502), .fault("unavailable", status: 200)])
    func `where a logout's answer is lost, the refusal that follows does what was chosen`(
        _ turn: FakePeer.Turn
    ) async throws {
        let vault = FakePeer { _, before in before == 0 ? .lost : .fault("sessionRevoked", status: 401) }
        let test = try await TestDevice(vault: vault, auth: FakePeer(always: turn))
        try await test.synchronised("K")
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.logoutEverywhere(.keep) }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["K", "U"])
        #expect(try await test.store.entries().allSatisfy { $0.base == nil })
    }

    @Test func `a refresh on the way keeps the choice, and the code that is awaited`() async throws {
        let auth = FakePeer { asked, before in
            switch asked.method {
            case "session.refresh": TestDevice.granted(TestDevice.account)
            case _: before == 0 ? .fault("tokenExpired", status: 401) : .lost
            }
        }
        let test = try await offline(auth)
        try await test.store.changeProfile { profile in
            profile.sessionId = SessionID(bits: 5)
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.keep) }
        #expect(auth.asked.map(\.method) == ["session.logout", "session.refresh", "session.logout"])
        let profile = try await test.store.profile()
        #expect(profile.leaving == .keep && profile.challenge == ChallengeID(bits: 4))
        #expect(profile.purpose == .deleteAccount)
    }

    @Test(arguments: [FakePeer.Turn.unreached, .fault("codeWrong", status: 200)])
    func `a logout that surely did nothing leaves the choice as it was`(_ turn: FakePeer.Turn) async throws {
        let test = try await offline(FakePeer(always: turn))
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.keep) }
        #expect(try await test.store.profile().leaving == nil)
        try await test.store.changeProfile { $0.leaving = .keep }
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.delete) }
        #expect(try await test.store.profile().leaving == .keep)
    }

    @Test func `a deletion whose account is already gone does what was chosen`() async throws {
        let test = try await offline(FakePeer(always: .fault("accountDeleted", status: 401)))
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        let code = try #require(OneTimeCode("123456"))
        try await test.device.deleteAccount(code: code, .delete)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["U"])
    }

    @Test func `what can be pushed is pushed before leaving`() async throws {
        let vault = FakePeer { asked, _ in
            asked.method == "vault.push"
                ? TestDevice.pushed(asked) { _, _ in ["outcome": "applied", "rev": "5"] } : TestDevice.page([])
        }
        let test = try await TestDevice(vault: vault, auth: FakePeer(always: .result([:])))
        try await test.unsent("U")
        try await test.device.logout(.delete)
        #expect(vault.pushed.count == 1)
        #expect(try await test.issuers().isEmpty)
    }

    private func offline(_ auth: FakePeer) async throws -> TestDevice {
        let test = try await TestDevice(auth: auth)
        try await test.synchronised("K")
        try await test.unsent("U")
        return test
    }
}
