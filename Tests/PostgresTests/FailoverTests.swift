#if Postgres
import Foundation
import PostgresSupport
import SQL
import Support
import Testing

@testable import Postgres

/// Failover to a real standby server, which the test promotes.
@Suite(.timeLimit(.minutes(2))) struct FailoverTests {
    @Test func `after a promotion the standby is found, writes continue, and the timeline has changed`() async throws {
        let primary = try TestCluster("wal_level = replica", "max_wal_senders = 4", "hot_standby = on")
        let fresh = try await FreshDatabase(TestSchema.migrations, on: primary)
        let standby = try primary.standby()
        let seen = SharedValue<[TimelinePosition]>([])
        var settings = PostgresSettings(
            url: fresh.url.replacing(primary.folder, with: "\(standby.folder),\(primary.folder)"))
        settings.poolSize = 2
        let database = try await PostgresDatabase.open(settings) { timeline in seen.change { $0.append(timeline) } }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        let before = try await database.timeline()
        #expect(before.timeline == 1 && seen.value.allSatisfy { $0.timeline == 1 })
        let copy = try Console(fresh.url.replacing(primary.folder, with: standby.folder))
        try await waitUntil { try copy.run("SELECT id FROM mark") == [["1"]] }
        primary.stop("immediate")
        standby.promote()
        try await waitUntil { (try? await database.write { try $0.run(TestSchema.insertMark(2)) }) != nil }
        let after = try await database.timeline()
        #expect(after.timeline == 2 && after.system == before.system)
        #expect(seen.value.contains { $0.timeline == 2 })
        #expect(try await TestSchema.markCounts(in: database) == [1: 1, 2: 1])
        await database.close()
    }
}
#endif
