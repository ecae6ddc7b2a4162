import Domain
import Primitives
import SQL
import Support
import Testing
import VaultStore

/// One account never keeps the sweeper from the others, and what changes between the two passes waits for later ones.
@Suite struct SweepFaultTests {
    private func trash(_ fixture: VaultStoreFixture, in account: AccountID, _ id: SecretID) async throws {
        for op in [fixture.op(.create, id, fixture.note("x")), fixture.op(.trash, id, on: 1)] {
            let result = try await fixture.store.push([op], to: account, by: fixture.device, at: fixture.now)
            #expect(result.outcomes[0].word == "applied")
        }
    }

    @Test func `an account with a damaged row is reported, and the accounts after it are swept`() async throws {
        let fixture = try await VaultStoreFixture(), other: AccountID = fixture.id()
        try await trash(fixture, in: fixture.account, fixture.id())
        fixture.clock.advance(by: .seconds(1))
        try await trash(fixture, in: other, fixture.id())
        try await fixture.tamper(
            "UPDATE vault_item SET updated_by = $2 WHERE account = $1", .bytes(fixture.account.bytes), .bytes([1]))
        fixture.clock.advance(by: .days(30))
        #expect(try await fixture.store.sweep(at: fixture.now) == SweepPass())
        for _ in 0..<2 {
            fixture.clock.advance(by: .hours(24))
            let result = try await fixture.store.sweep(at: fixture.now)
            #expect(result.damaged == [fixture.account])
        }
        let pages = try await fixture.store.pull(other, from: nil, at: fixture.now).items
        #expect(pages.map(\.state) == [.deleted])
    }

    @Test func `a pass whose task is cancelled stops after its transaction, and the next pass ends the rest`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<60 { try await fixture.bring(fixture.id(), to: .trashed) }
        fixture.clock.advance(by: .days(30))
        #expect(try await fixture.store.sweep(at: fixture.now) == SweepPass())
        fixture.clock.advance(by: .hours(24))
        let (store, now) = (fixture.store, fixture.now)
        await #expect(throws: CancellationError.self) {
            try await Task {
                _ = try await store.sweep(at: now, elapsed: store.beginSweep()) { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }.value
        }
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await store.sweep(at: now)
            }.value
        }
        // One transaction ends at most 50 secrets of the trash.
        #expect(try await fixture.store.head(of: fixture.account, at: now).tombstones == 50)
        #expect(try await fixture.store.sweep(at: now).changed == [fixture.account])
        #expect(try await fixture.store.head(of: fixture.account, at: now).tombstones == 60)
    }

    @Test func `an account that was not used since a generation began is not seen before it is used`() async throws {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        try await trash(fixture, in: fixture.account, id)
        try await fixture.beginGeneration()
        fixture.clock.advance(by: .days(30))
        for hours in [0, 24, 24] {
            fixture.clock.advance(by: .hours(hours))
            #expect(try await fixture.store.sweep(at: fixture.now) == SweepPass())
            #expect(try await fixture.count("vault_sighting") == 0)
        }
        _ = try await fixture.store.head(of: fixture.account, at: fixture.now)
        _ = try await fixture.store.sweep(at: fixture.now)
        fixture.clock.advance(by: .hours(24))
        #expect(try await fixture.store.sweep(at: fixture.now).changed == [fixture.account])
    }

    @Test func `what is put into the trash by a slow clock between two passes is not ended by the second`() async throws
    {
        let fixture = try await VaultStoreFixture(), (early, late): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await trash(fixture, in: fixture.account, early)
        let start = fixture.now
        fixture.clock.advance(by: .days(30))
        _ = try await fixture.store.sweep(at: fixture.now)
        let rev = try await fixture.create(late)
        let op = fixture.op(.trash, late, on: rev)
        _ = try await fixture.store.push([op], to: fixture.account, by: fixture.device, at: start)
        try await fixture.tamper("UPDATE vault_item SET deleted_at = $1 WHERE state = 'trashed'", .integer(start.ms))
        fixture.clock.advance(by: .hours(24))
        #expect(try await fixture.store.sweep(at: fixture.now).changed == [fixture.account])
        #expect(try await fixture.store.secret(early, of: fixture.account)?.state == .deleted)
        #expect(try await fixture.store.secret(late, of: fixture.account)?.state == .trashed)
    }

    @Test func `an account of which something had to be kept is swept again a day later`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let unread = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.bring(fixture.id(), to: .deleted)
        fixture.clock.advance(by: .days(180))
        try await fixture.acknowledge(unread)
        for _ in 0..<3 {
            _ = try await fixture.store.sweep(at: fixture.now)
            fixture.clock.advance(by: .hours(24))
        }
        #expect(try await fixture.count("vault_item") == 1)
        try await fixture.acknowledge(
            try await fixture.store.pull(fixture.account, from: unread, at: fixture.now).cursor)
        for _ in 0..<3 {
            _ = try await fixture.store.sweep(at: fixture.now)
            fixture.clock.advance(by: .hours(24))
        }
        #expect(try await fixture.count("vault_item") == 0)
    }
}
