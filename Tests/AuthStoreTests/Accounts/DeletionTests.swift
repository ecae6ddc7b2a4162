import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Account deletion` {
    @Test func `the account is unusable, the number is free and the call to the vault is queued`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.delete(account, by: attempt) == .deleted)
        #expect(try await fixture.delete(account, by: attempt) == .unknown)
        #expect(try await fixture.snapshot(session).isDeleted)
        #expect(try await fixture.store.account(phone: AuthStoreFixture.phone) == nil)
        let due = try await fixture.claimMessages(10)
        #expect(due.map(\.kind) == [.purge])
        fixture.clock.advance(by: .minutes(10))
        let (again, _) = try await fixture.register(on: "tablet")
        #expect(again.id != account.id)
        #expect(again.approval == .waitingForApproval)
    }

    @Test func `a code of another number deletes no account`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let code = fixture.code(.deleteAccount, to: AuthStoreFixture.otherPhone)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.delete(account, by: attempt) == .codeUnusable)
        #expect(try await fixture.store.account(account.id) == account)
    }
}
