#if Postgres
import PostgresSupport
import SQL
import Support
import Testing

@testable import Postgres

struct CommitOutcomeTests {
    @Test func `cutting a hundred connections around the commit loses nothing acknowledged and applies nothing twice`()
        async throws
    {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local()), start = RandomWalk()
        let walk = SharedValue(start), forwardsEverything = SharedValue(false)
        let proxy = CuttingProxy(in: scratchFolder(), to: fresh.cluster.folder) {
            let cut = SharedValue(CuttingProxy.Cut.none)
            walk.change { walk in
                let cuts: [CuttingProxy.Cut] = [.none, .none, .before, .after, .answer]
                cut.change { $0 = cuts.randomElement(using: &walk) ?? .none }
            }
            return forwardsEverything.value ? .none : cut.value
        }
        // Without prepared statements every commit's message contains the text COMMIT, which the proxy looks for.
        let database = try await PostgresDatabase.open(PostgresSettings(of: fresh, through: proxy))
        let outcomes = SharedValue<[Int64: String]>([:])
        try await withThrowingTaskGroup { group in
            for lane in 0..<4 {
                group.addTask {
                    var step = 0
                    while proxy.cuts < 100 {
                        step += 1
                        let id = lane * 10_000 + step
                        do {
                            _ = try await database.write { try $0.run(TestSchema.insertMark(id)) }
                            outcomes.change { $0[Int64(id)] = "done" }
                        } catch let fault as SQLFault {
                            outcomes.change { $0[Int64(id)] = fault.isUnknown ? "unknown" : "\(fault)" }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        forwardsEverything.change { $0 = true }
        let counts = try await TestSchema.markCounts(in: database), all = outcomes.value
        #expect(proxy.cuts >= 100, "\(start.note)")
        #expect(all.filter { $0.value == "done" }.allSatisfy { counts[$0.key] == 1 }, "\(start.note)")
        #expect(counts.values.allSatisfy { $0 == 1 }, "\(start.note)")
        #expect(Set(all.values) == ["done", "unknown"], "\(start.note)")
        let unknown = all.filter { $0.value == "unknown" }.keys
        #expect(unknown.contains { counts[$0] == 1 } && unknown.contains { counts[$0] == nil }, "\(start.note)")
        await database.close()
        proxy.stop()
    }
}

extension PostgresSettings {
    fileprivate init(of fresh: FreshDatabase, through proxy: CuttingProxy) {
        self.init(url: fresh.url.replacing(fresh.cluster.folder, with: proxy.folder))
        preparesStatements = false
        poolSize = 4
    }
}
#endif
