import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Logout and account deletion with the person's choice, and requests whose answers are lost (secrets logic document,
/// situations 2 to 4).
@Suite struct LogoutTests {
    @Test(arguments: [SecretChoice.keep, .delete]) func `logging out signs out and follows the choice`(
        _ choice: SecretChoice
    ) async throws {
        let test = try await offline(ScriptedConnection(always: .result([:])))
        try await test.device.logout(choice)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == (choice == .keep ? ["K", "U"] : ["U"]))
        #expect(try await test.store.entries().allSatisfy { !$0.isSynchronised })
    }

    @Test(arguments: [
        (SecretChoice.keep, "Removed from this device: 0. Kept on it: 2."),
        (.delete, "Removed from this device: 1. Kept on it: 1."),
    ])
    func `entries in the local trash stay in it, and the notice counts them neither as removed nor as kept`(
        choice: SecretChoice, counts: String
    ) async throws {
        let test = try await offline(ScriptedConnection(always: .result([:])))
        var trashed = try await test.synchronised("T")
        trashed.trash = LocalTrash(state: .restorable, at: test.clock.now, tombstone: nil)
        try await test.store.put(trashed)
        try await test.device.logout(choice)
        #expect(try #require(try await test.store.profile().notice).hasSuffix(counts))
        #expect(try await test.device.deletions().map(\.id) == [trashed.id])
    }

    @Test func `a logout that is not answered keeps the session and the entries`() async throws {
        let test = try await offline(ScriptedConnection(always: .lost))
        await #expect(throws: DeviceFault.self) { try await test.device.logoutEverywhere(.delete) }
        let profile = try await test.store.profile()
        #expect(profile.accountId == DeviceFixture.account)
        #expect(try await test.issuers() == ["K", "U"])
    }

    @Test func `a repeated logout whose session is already gone follows the choice to keep`() async throws {
        let test = try await offline(ScriptedConnection(always: .fault("sessionRevoked", status: 401)))
        try await test.device.logoutEverywhere(.keep)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["K", "U"])
    }

    @Test(arguments: [ScriptedConnection.Reply.lost, .notJSON(status: 502), .fault("unavailable", status: 200)])
    func `after a logout whose answer is lost, the next refusal follows the choice`(
        _ reply: ScriptedConnection.Reply
    ) async throws {
        let vault = ScriptedConnection { _, count in count == 0 ? .lost : .fault("sessionRevoked", status: 401) }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: reply))
        try await test.synchronised("K")
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.logoutEverywhere(.keep) }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["K", "U"])
        #expect(try await test.store.entries().allSatisfy { !$0.isSynchronised })
    }

    @Test func `a refresh during a logout keeps the choice and the code request`() async throws {
        let auth = ScriptedConnection { request, count in
            switch request.method {
            case "session.refresh": DeviceFixture.granted(DeviceFixture.account)
            case _: count == 0 ? .fault("tokenExpired", status: 401) : .lost
            }
        }
        let test = try await offline(auth)
        try await test.store.changeProfile { profile in
            profile.sessionId = SessionID(bits: 5)
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.keep) }
        #expect(auth.requests.map(\.method) == ["session.logout", "session.refresh", "session.logout"])
        let profile = try await test.store.profile()
        #expect(profile.departureChoice == .keep && profile.challenge == ChallengeID(bits: 4))
        #expect(profile.purpose == .deleteAccount)
    }

    @Test(arguments: [ScriptedConnection.Reply.unreached, .fault("codeWrong", status: 200)])
    func `a logout that certainly had no effect leaves the earlier choice`(_ reply: ScriptedConnection.Reply)
        async throws
    {
        let test = try await offline(ScriptedConnection(always: reply))
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.keep) }
        #expect(try await test.store.profile().departureChoice == nil)
        try await test.store.changeProfile { $0.departureChoice = .keep }
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.delete) }
        #expect(try await test.store.profile().departureChoice == .keep)
    }

    @Test func `an account deletion whose account is already gone follows the choice`() async throws {
        let test = try await offline(ScriptedConnection(always: .fault("accountDeleted", status: 401)))
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        let code = try #require(OneTimeCode("123456"))
        try await test.device.deleteAccount(.delete, .code(code))
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["U"])
    }

    @Test func `an account deletion fails if the session was ended elsewhere, because the account still exists`()
        async throws
    {
        let test = try await offline(ScriptedConnection(always: .fault("sessionRevoked", status: 401)))
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        let code = try #require(OneTimeCode("123456"))
        await #expect(throws: DeviceFault.self) { try await test.device.deleteAccount(.delete, .code(code)) }
        #expect(try await test.store.profile().accountId == nil)
    }

    @Test func `unsent changes are pushed before a logout`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? DeviceFixture.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : DeviceFixture.page([])
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.unsent("U")
        try await test.device.logout(.delete)
        #expect(vault.pushed.count == 1)
        #expect(try await test.issuers().isEmpty)
    }

    /// A device with the entries K (synchronised) and U (unsynchronised), whose vault never answers.
    private func offline(_ auth: ScriptedConnection) async throws -> DeviceFixture {
        let test = try await DeviceFixture(auth: auth)
        try await test.synchronised("K")
        try await test.unsent("U")
        return test
    }
}
