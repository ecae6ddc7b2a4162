import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite struct `Upkeep` {
    @Test func `a request proof is good once`() async throws {
        let house = try await House()
        let until = house.now + .minutes(6)
        #expect(try await house.store.useProof("one", by: "phone", expires: until))
        #expect(try await house.store.useProof("one", by: "tablet", expires: until))
        #expect(try await !house.store.useProof("one", by: "phone", expires: until))
    }

    @Test func `sweeping removes what is over and keeps the record of why a session ended`() async throws {
        let house = try await House()
        let (account, session) = try await house.register()
        _ = try await house.store.useProof("one", by: "phone", expires: house.now)
        _ = try await house.store.revoke(session.id, of: account.id, from: session.id, once: nil, at: house.now)
        house.clock.advance(by: .days(60))
        try await house.store.sweep(at: house.now)
        #expect(try await house.rows() == [0, 0, 0, 0, 0, 0])
        #expect(try await house.standing(session).session?.ended == .sessionRevoked)
        house.clock.advance(by: .days(400))
        try await house.store.sweep(at: house.now)
        #expect(try await house.standing(session).session == nil)
    }

    @Test(arguments: [4, 5, 9])
    func `sweeping goes on until everything old is gone, in chunks`(count: Int) async throws {
        let house = try await House()
        for number in 0..<count { _ = try await house.store.useProof("\(number)", by: "phone", expires: house.now) }
        house.clock.advance(by: .minutes(2))
        #expect(try await house.store.sweep(at: house.now, chunk: 4) == count)
    }

    @Test func `a rule that fails keeps no other from its work`() async throws {
        let house = try await House()
        _ = try await house.database.write { try $0.run(Statement("ALTER TABLE proof_seen RENAME TO mislaid")) }
        let (account, _) = try await house.register()
        _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now)
        _ = try await house.store.numberEvents()
        house.clock.advance(by: .days(2))
        await #expect(throws: SQLFault.self) { try await house.store.sweep(at: house.now) }
        #expect(try await house.store.events(after: 0).floor == 2)
    }

    @Test(.enabled(if: StoreEngine.chosen == .sqlite), arguments: AuthStore.rules.map(\.table))
    func `what is old is found without looking through a table`(table: String) async throws {
        let house = try await House()
        let rule = try #require(AuthStore.rules.first { $0.table == table })
        let statement = rule.statement(at: house.now, 500)
        let explained = Statement("EXPLAIN QUERY PLAN " + statement.text, values: statement.values)
        let plan = try await house.database.read { try $0.run(explained).map { try $0.text(3) } }
        // The table of quotas has a row for each name, day and shard.
        #expect(plan.contains { $0.hasPrefix("SCAN") } == (table == "quota"), "\(plan)")
    }
}
