import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct RestoreEffectsTests {
    @Test func `sessions, open codes and waiting messages end, and the call to the vault stays`() async throws {
        let fixture = try await AuthStoreFixture()
        let (deleted, _) = try await fixture.register()
        let deletion = fixture.code(.deleteAccount)
        _ = try await fixture.open(deletion)
        #expect(try await fixture.delete(deleted, by: try #require(try await fixture.counted(deletion.id))) == .deleted)
        fixture.clock.advance(by: .minutes(10))
        let (account, session) = try await fixture.register(AuthStoreFixture.otherPhone)
        let open = fixture.code(to: AuthStoreFixture.otherPhone)
        _ = try await fixture.open(open)
        let isWaiting = "kind = 'sms' AND state = 'ready'", isPurge = "kind = 'purge' AND state = 'ready'"
        let before = (
            try await fixture.count("outbox", where: isWaiting), try await fixture.count("outbox", where: isPurge)
        )
        #expect(before == (1, 1))
        func carryOut() async throws -> RestoreEffects {
            try await fixture.database.write { [now = fixture.now] in try RestoreEffects.carryOut(at: now, in: $0) }
        }
        let effects = try await carryOut()
        #expect(effects.sessions == 1 && effects.codes == 1 && effects.messages == 1)
        #expect(try await fixture.store.sessions(of: account.id).isEmpty)
        #expect(try await fixture.snapshot(session).session?.ended == .loginRequired)
        #expect(try await fixture.counted(open.id) == nil)
        let due = try await fixture.claimMessages()
        #expect(due.map(\.kind) == [.purge])
        let again = try await carryOut()
        #expect(again.sessions == 0 && again.codes == 0 && again.messages == 0)
    }
}
