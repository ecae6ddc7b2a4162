import Contracts
import Primitives
import SQL
import Support
import Testing
import VaultService
import VaultStore

@Suite struct UnknownAccountsTests {
    @Test func `accounts that auth does not know are counted, and at most twenty are listed`() async throws {
        let fixture = try await VaultFixture()
        for _ in 0..<22 {
            let person = fixture.person()
            try await person.push(person.create("a"))
        }
        let purged = fixture.person()
        try await purged.push(purged.create("b"))
        _ = try await fixture.store.purge(purged.account, at: fixture.clock.now, truncateWriteAheadLog: {})
        let all = try await fixture.store.liveAccounts(after: nil, limit: 500)
        #expect(all.count == 22 && !all.contains(purged.account))
        for (unknown, listed) in [(22, 20), (21, 20), (20, 20), (1, 1), (0, 0)] {
            var asked: [AccountID] = []
            let found = try await UnknownAccounts.find(in: fixture.store) { params in
                asked += params.accounts
                return .init(accounts: Array(params.accounts.prefix(unknown)))
            }
            #expect(asked == all && found.count == unknown)
            #expect(found.listed == Array(all.prefix(listed)))
        }
    }

    @Test(arguments: [(499, [499]), (500, [500]), (501, [500, 1])])
    func `auth is asked about 500 accounts at a time`(count: Int, questions: [Int]) async throws {
        let fixture = try await VaultFixture()
        try await fixture.database.write { transaction in
            for number in 0..<count {
                try transaction.run(
                    Statement(
                        """
                        INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes,
                            state, touched_at) VALUES ($1, $1, 0, 0, 0, 0, 0, 0, 0, 'live', 1)
                        """, .identifier(AccountID(bits: UInt128(number)))))
            }
        }
        var asked: [Int] = []
        let found = try await UnknownAccounts.find(in: fixture.store) { params in
            asked.append(params.accounts.count)
            return .init(accounts: params.accounts)
        }
        #expect(asked == questions && found.count == count)
    }
}
