import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `dataKey.state` {
    @Test func `plays its example: one former key is left after a renewal`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        #expect(
            try await fixture.callAsAdministrator(DataKeyState.self, Nothing()) == DataKeyView(waiting: 0, former: 0))
        try await person.push(person.create("a"))
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init(accountId: person.account))
        #expect(
            try await fixture.callAsAdministrator(DataKeyState.self, DataKeyState.example.params)
                == DataKeyState.example.answer)
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(DataKeyState.self, Nothing(), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
