import Contracts
import Primitives
import SQL
import Support
import Testing
import VaultService
import VaultStore

/// A pull writes nothing; the cursors that devices present are written in the background.
@Suite struct PresentedCursorTests {
    @Test func `pulls and empty syncs without changes write nothing, also after a restart`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"))
        let cursor = try await person.pull().cursor
        for vault in [fixture, try await fixture.restarted()] {
            let client = person.calling(vault)
            let before = vault.database.writes
            for _ in 0..<3 { #expect(try await client.pull(cursor).items.isEmpty) }
            #expect(try await client.call(VaultSync.self, .init(ops: [], cursor: cursor)).items.isEmpty)
            #expect(vault.database.writes == before)
        }
    }

    @Test func `a presented cursor is written with the next batch when it changes, and otherwise once an hour`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"))
        let cursor = try await person.pull().cursor
        _ = try await person.pull(cursor)
        #expect(try await fixture.acknowledgement(of: person.device) == nil)
        await fixture.vault.writeAcknowledgements()
        let first = try await fixture.acknowledgement(of: person.device)
        #expect(first?.seq == 1)
        for (step, isWritten) in [(Duration.hours(1) - .milliseconds(1), false), (.milliseconds(1), true)] {
            fixture.clock.advance(by: step)
            try await fixture.vault.followOnce()
            _ = try await person.pull(cursor)
            await fixture.vault.writeAcknowledgements()
            let now = try await fixture.acknowledgement(of: person.device)?.at
            #expect(now == (isWritten ? fixture.clock.now.ms : first?.at))
        }
    }

    @Test func `two hundred and one devices are written in three transactions`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        for _ in 0..<201 { _ = try await person.onAnotherDevice().pull(cursor) }
        let before = fixture.database.writes
        await fixture.vault.writeAcknowledgements()
        #expect(fixture.database.writes == before + 3)
        let rows = try await fixture.database.select(Statement("SELECT COUNT(*) FROM vault_device"))
        #expect(try rows[0].int(0) == 201)
    }

    @Test func `on a full disk the cursors stay due and are written later`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        _ = try await person.pull(cursor)
        fixture.database.fill()
        await fixture.vault.writeAcknowledgements()
        fixture.database.makeRoom()
        #expect(try await fixture.acknowledgement(of: person.device) == nil)
        await fixture.vault.writeAcknowledgements()
        #expect(try await fixture.acknowledgement(of: person.device)?.seq == 0)
    }
}
