import Audit
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `The chain of an audit log` {
    @Test func `numbers the rows of a transaction in their order`() async throws {
        let fixture = try await AuditFixture()
        let words: [AuditDetail] = [.pin, .code, .digits]
        try await fixture.write(words.map { AuditEntry(.attempt, $0, account: nil, at: fixture.now) })
        #expect(try await fixture.log.chainRows() == 3)
        let rows = try await fixture.log.rows(AuditFilter(), limit: 9)
        #expect(rows.map(\.row?.detail) == ["digits", "code", "pin"])
        #expect(rows.map(\.number) == [3, 2, 1])
    }

    @Test func `grows by at most a limit of rows in a transaction`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.write(Array(repeating: .lock, count: 5))
        #expect(try await fixture.log.chainRows(limit: 2) == 2)
        #expect(try await fixture.log.chainRows(limit: 2) == 2)
        #expect(try await fixture.log.chainRows(limit: 2) == 1)
        #expect(try await fixture.log.chainRows(limit: 2) == 0)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test func `has a head whose text can be parsed again`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(12)
        let head = try #require(try await fixture.log.head())
        #expect(AuditHead(head.description) == head && head.number == 12)
        for text in [
            "", "12", "012:\(String(repeating: "0", count: 64))", "1:00", "-1:\(String(repeating: "0", count: 64))",
        ] {
            #expect(AuditHead(text) == nil, "\(text)")
        }
    }

    @Test func `is listed by account, kind, time and page`() async throws {
        let fixture = try await AuditFixture(), began = fixture.now
        let person: AccountID = fixture.random.id()
        try await fixture.write([.lock, .attempt])
        try await fixture.write([AuditEntry(.lock, AuditDetail.blocked, account: person, at: fixture.now)])
        #expect(try await fixture.log.chainRows() == 3)
        func numbers(_ filter: AuditFilter, limit: Int = 9) async throws -> [Int64] {
            try await fixture.log.rows(filter, limit: limit).map(\.number)
        }
        #expect(try await numbers(AuditFilter()) == [3, 2, 1])
        #expect(try await numbers(AuditFilter(), limit: 2) == [3, 2])
        #expect(try await numbers(AuditFilter(account: person)) == [3])
        #expect(try await numbers(AuditFilter(kind: .lock)) == [3, 1])
        #expect(try await numbers(AuditFilter(from: began + .seconds(1))) == [3, 2])
        #expect(try await numbers(AuditFilter(to: began + .seconds(1))) == [1])
        #expect(try await numbers(AuditFilter(before: 3)) == [2, 1])
        #expect(try await numbers(AuditFilter(account: person, kind: .attempt)) == [])
    }

    @Test func `refuses an entry in a transaction that writes none`() async throws {
        let fixture = try await AuditFixture()
        let entry = AuditEntry(.lock, AuditDetail.blocked, account: nil, at: fixture.now)
        await #expect(throws: UnauditedTransaction.self) {
            try await fixture.database.write { try $0.audit(entry) }
        }
    }
}
