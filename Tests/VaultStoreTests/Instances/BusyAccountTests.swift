import Domain
import Primitives
import StoreSupport
import Support
import Testing
import VaultStore

/// The tests' pool has four connections.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has no pool of connections"))
struct BusyAccountTests {
    @Test func `pushes of one account that wait for each other leave connections for other accounts`() async throws {
        let fixture = try await VaultStoreFixture(), other = fixture.random.id() as AccountID
        let lockTaken = Latch(), lockRelease = Latch()
        async let held = fixture.store.push(
            [fixture.op(.create, fixture.id(), fixture.note("first"))], to: fixture.account, by: fixture.device,
            at: fixture.now
        ) {
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        let waiting = (0..<8).map { number in
            let op = fixture.op(.create, fixture.id(), fixture.note("\(number)"))
            return Task.immediate { try await fixture.push(op) }
        }
        try await fixture.database.waitForBlockedTransaction()
        let outcome = try await fixture.store.push(
            [fixture.op(.create, fixture.id(), fixture.note("of the other account"))], to: other, by: fixture.device,
            at: fixture.now)
        #expect(outcome.outcomes.map(\.word) == ["applied"])
        lockRelease.open()
        _ = try await held
        for push in waiting { #expect(try await push.value.word == "applied") }
        #expect(try await fixture.everything().map(\.rev) == Array(1...9))
    }
}
