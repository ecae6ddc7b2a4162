import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Deleting an account` {
    @Test func `nothing of the person is left, the number is free and the vault is told`() async throws {
        let house = try await House()
        let (account, session) = try await house.register()
        let code = house.code(.deleteAccount)
        _ = try await house.open(code)
        let attempt = try #require(try await house.counted(code.id))
        let purge = OutboxEntry(id: house.random.id(), kind: .purge, sealed: [1])
        func delete() async throws -> AuthStore.Deletion {
            try await house.store.delete(
                account.id, by: attempt, tag: [3], purge: purge, sends: house.sends, at: house.now)
        }
        #expect(try await delete() == .done)
        #expect(try await delete() == .unknown)
        #expect(try await house.standing(session).isDeleted)
        #expect(try await house.store.account(phone: House.phone) == nil)
        for table in ["session", "device"] {
            let left = try await house.database.read { try $0.run(Statement("SELECT 1 FROM \(table)")).count }
            #expect(left == 0, "\(table)")
        }
        let due = try await house.store.takeUp(10, patience: .seconds(30), at: house.now)
        #expect(due.map(\.kind) == [.purge])
        house.clock.advance(by: .minutes(10))
        let (again, _) = try await house.register(on: "tablet")
        #expect(again.id != account.id)
        #expect(again.approval == .waitingForApproval)
    }

    @Test func `a code of another number deletes nobody`() async throws {
        let house = try await House()
        let (account, _) = try await house.register()
        let code = house.code(.deleteAccount, to: House.otherPhone)
        _ = try await house.open(code)
        let attempt = try #require(try await house.counted(code.id))
        let outcome = try await house.store.delete(
            account.id, by: attempt, tag: [3], purge: OutboxEntry(id: house.random.id(), kind: .purge, sealed: []),
            sends: house.sends, at: house.now)
        #expect(outcome == .over)
        #expect(try await house.store.account(account.id) == account)
    }
}
