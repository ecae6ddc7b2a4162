import StrictJSON
import Testing

@testable import ServiceHost

@Suite struct RestoreSummaryTests {
    private static let done = RestoreOptions.Report(
        counts: [("purgedAccounts", 2)], members: ["unknownAccounts": ["a"]], lines: ["unknown account: a"],
        notes: ["one thing to know"])

    private static let start = "start the service: it serves once the other service's deletions have been applied again"

    @Test func `a replaced database is named with those that earlier restores have kept`() {
        let summary = RestoreSummary(
            generation: 3, done: Self.done, replaced: .init(kept: "/d/now", keptBefore: ["/d/first", "/d/second"]))
        #expect(
            summary.lines == [
                "generation: 3", "purgedAccounts: 2", "unknown account: a", "one thing to know",
                "the database that was there is kept as /d/now", "an earlier restore has kept /d/first",
                "an earlier restore has kept /d/second",
                "once every device has synced, remove what restores have kept, because it holds what was deleted since: "
                    + "rm /d/first* /d/second* /d/now*",
                Self.start,
            ])
        #expect(
            summary.json == [
                "generation": 3, "purgedAccounts": 2, "unknownAccounts": ["a"], "notes": ["one thing to know"],
                "kept": "/d/now", "keptBefore": ["/d/first", "/d/second"],
            ])
    }

    @Test func `where no database was replaced, none is named`() {
        let summary = RestoreSummary(generation: 1, done: .init(), replaced: nil)
        #expect(summary.lines == ["generation: 1", Self.start])
        #expect(summary.json == ["generation": 1, "notes": [], "keptBefore": []])
    }
}
