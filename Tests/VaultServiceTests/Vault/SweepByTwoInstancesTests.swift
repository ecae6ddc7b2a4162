import Contracts
import Domain
import Primitives
import SQL
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `Sweeps of two instances` {
    @Test func `that take turns every half hour delete old audit rows after a day, as those of one do`() async throws {
        let first = try await VaultFixture(), second = try await first.restarted()
        try await first.purgeAccounts(2)
        first.clock.advance(by: .days(500))
        var counts: [Int] = []
        for halfHour in 0..<60 {
            await [first, second][halfHour % 2].vault.sweep()
            counts.append(try await first.auditRows().count)
            first.clock.advance(by: .minutes(30))
        }
        // The row about the deletion is the only one that is left.
        #expect(counts[0] > 1 && counts[47] == counts[0] && counts[48] == 1)
    }
}
