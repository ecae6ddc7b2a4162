import Contracts
import JSONRPC
import Logging
import SQL
import Support
import Testing
import VaultService

@Suite struct UnavailableKeyTests {
    @Test(arguments: ["kek = 'kek-0'", "wrapped = (SELECT sealed FROM vault_item)"])
    func `a push without the data key may be repeated after ten seconds, and the log says what to restore`(
        change: String
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE vault_dek SET \(change)")) }
        let restarted = try await fixture.restarted()
        let later = restarted.person(person.account)
        let refusal = try await later.refusal(VaultPush.self, .init(ops: [later.create("b")]))
        #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 10_000)
        #expect(restarted.log.messages(.critical).count == 1)
        #expect(restarted.log.messages(.critical).allSatisfy { $0.contains("restore") })
    }
}
