import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// The record of deletions: which tags it has, and its pages.
@Suite struct DeletionListTests {
    private func tag(_ number: Int) -> DeletionTag {
        DeletionTag([UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30))
    }

    @Test(arguments: [0, 1, 99, 100, 101, 200, 201])
    func `the tags that are not recorded are found, in chunks`(count: Int) async throws {
        let fixture = try await AuthStoreFixture()
        let recorded = (0..<150).filter { $0 % 3 == 0 }
        try await fixture.store.recordDeletions(of: recorded.map(tag), at: fixture.now)
        let left = try await fixture.store.unrecorded((0..<count).map(tag))
        #expect(left == (0..<count).filter { !recorded.contains($0) }.map(tag))
    }

    @Test(arguments: [1, 2, 3, 7, 8])
    func `pages follow each other in the order of tags`(limit: Int) async throws {
        let fixture = try await AuthStoreFixture()
        // Two deletions each have one time; the tags descend, and one row names no account.
        _ = try await fixture.database.write { transaction in
            for number in 0..<7 {
                let record = DeletionRecord(tag: tag(100 - number), sealedAccount: Sealed([UInt8(number)]))
                try transaction.run(DeletionTable.insert(record, at: Instant(ms: Int64(10 + number / 2))))
            }
            try transaction.run(DeletionTable.insert(tag(1), at: Instant(ms: 11)))
        }
        func pages(since: Int64) async throws -> [UInt8] {
            var all: [UInt8] = []
            try await forEachPage { after in
                let page = try await fixture.store.deletions(since: Instant(ms: since), after: after, limit: limit)
                all += page.map { $0.sealedAccount.bytes[0] }
                return page.count == limit ? page.last?.tag : nil
            }
            return all
        }
        #expect(try await pages(since: 0) == [6, 5, 4, 3, 2, 1, 0])
        #expect(try await pages(since: 11) == [6, 5, 4, 3, 2])
        #expect(try await pages(since: 14) == [])
    }

    @Test func `the acknowledgement of a purge moves the time of its deletion forward and never back`() async throws {
        let fixture = try await AuthStoreFixture()
        let records = (0..<2).map { DeletionRecord(tag: tag($0), sealedAccount: Sealed([UInt8($0)])) }
        _ = try await fixture.database.write { transaction in
            try transaction.batch(records.map { DeletionTable.insert($0, at: Instant(ms: 5)) })
        }
        for time in [Int64(9), 7] {
            try await fixture.store.recordPurge(of: tag(1), fixture.random.id(), at: Instant(ms: time))
            let late = try await fixture.store.deletions(since: Instant(ms: 9), after: nil, limit: 9)
            #expect(late == [records[1]])
        }
        #expect(try await fixture.store.deletions(since: Instant(ms: 10), after: nil, limit: 9).isEmpty)
    }

    @Test func `a row that names no account is completed, and one that names it stays`() async throws {
        let fixture = try await AuthStoreFixture()
        try await fixture.store.recordDeletions(of: [tag(1)], at: Instant(ms: 5))
        for sealed in [UInt8(1), 2] {
            _ = try await fixture.database.write {
                try $0.run(
                    DeletionTable.insert(
                        DeletionRecord(tag: tag(1), sealedAccount: Sealed([sealed])), at: Instant(ms: 9)))
            }
        }
        let page = try await fixture.store.deletions(since: Instant(ms: 5), after: nil, limit: 9)
        #expect(page == [DeletionRecord(tag: tag(1), sealedAccount: Sealed([1]))])
        #expect(try await fixture.store.deletions(since: Instant(ms: 6), after: nil, limit: 9).isEmpty)
    }
}
