import Contracts
import JSONRPC
import StrictJSON
import Testing

@Suite struct `backup.create` {
    private static func create(_ path: String, at listener: Listener = .administration) async throws
        -> BackupCreate.Answer
    {
        let fixture = try await VaultFixture()
        return try await InProcessConnection(to: fixture.router, at: listener, from: "")
            .call(BackupCreate.self, .init(path: path))
    }

    @Test func `plays its example`() async throws {
        let (params, example) = BackupCreate.example
        #expect(try await Self.create(params.path) == example)
    }

    @Test func `the copy is made at the path of the call`() async throws {
        #expect(try await Self.create("/elsewhere").bytes == 4_096 * 10)
    }

    @Test func `a refusal says its reason`() async throws {
        let failure = await #expect(throws: CallFailure.self) { try await Self.create("/exists") }
        let fault = try #require(failure?.fault)
        #expect(fault.isKind(.backupRefused) && fault.data["reason"] == "/exists exists already")
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) { try await Self.create("/elsewhere", at: listener) }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
