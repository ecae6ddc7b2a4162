import Contracts
import Domain
import JSONRPC
import Primitives
import Testing

@testable import ServiceHost

@Suite struct WrappingKeyFindingsTests {
    private static let now = Instant(ms: 1_800_000_000_000)

    private static func key(
        _ number: Int, _ state: KeyState, for age: Duration = .zero, missingAt: [String] = [], rows: Int? = nil
    ) throws -> KeyView {
        KeyView(
            key: try #require(KeyID(.kek, number)), state: Open(state), sinceMs: now - age, missingAt: missingAt,
            rows: rows)
    }

    /// What doctor finds about these keys, where the files of these numbers exist.
    private static func findings(_ keys: [KeyView], backupDays: Int = 30, files: [Int] = []) async -> [Finding] {
        await WrappingKeyFindings(
            backupRetention: .days(backupDays), folder: "keys", now: now,
            fileExists: { path in files.contains { path == "keys/vault.kek-\($0).key" } }
        ).all { keys }
    }

    @Test(arguments: [(1, 1), (29, 29), (30, 30), (31, 30), (3650, 30)])
    func `an active key is replaced when it is older than 30 days, or than the oldest backup`(
        backupDays: Int, limit: Int
    ) async throws {
        let atLimit = await Self.findings([try Self.key(1, .active, for: .days(limit))], backupDays: backupDays)
        #expect(atLimit.map(\.severity) == [.ok])
        let past = await Self.findings(
            [try Self.key(1, .active, for: .days(limit) + .milliseconds(1))], backupDays: backupDays)
        #expect(past.map(\.severity) == [.warning])
        #expect(past.first?.text.contains("longer than \(limit) days") == true)
    }

    @Test func `the next number is after that of every key`() async throws {
        let found = await Self.findings([
            try Self.key(2, .active, for: .days(31)), try Self.key(7, .retired),
        ])
        #expect(found.count == 1 && found[0].text.contains("keys publish kek-8"))
    }

    @Test(arguments: [1, 29, 30, 31, 3650])
    func `the file of a retired key is destroyed when every backup that needs it is deleted`(backupDays: Int)
        async throws
    {
        let atLimit = await Self.findings(
            [try Self.key(1, .retired, for: .days(backupDays))], backupDays: backupDays, files: [1])
        #expect(atLimit.map(\.severity) == [.ok] && atLimit[0].text.contains("backups need it until"))
        let age = Duration.days(backupDays) + .milliseconds(1)
        let past = await Self.findings([try Self.key(1, .retired, for: age)], backupDays: backupDays, files: [1])
        #expect(past.map(\.severity) == [.warning])
        #expect(past[0].text.contains("older than \(backupDays) days"))
        #expect(past[0].text.contains("shred -u keys/vault.kek-1.key"))
        let destroyed = await Self.findings([try Self.key(1, .retired, for: age)], backupDays: backupDays, files: [2])
        #expect(destroyed.map(\.severity) == [.ok] && destroyed[0].text.contains("no file of a retired one is left"))
    }

    @Test(arguments: [(0, true), (1, false), (nil, false)] as [(Int?, Bool)])
    func `a former key is retired when no data key needs it`(rows: Int?, isFound: Bool) async throws {
        let found = await Self.findings([try Self.key(1, .verifyOnly, for: .days(100), rows: rows)])
        #expect(found.allSatisfy { $0.name == .wrappingKeys })
        #expect(found.map(\.severity) == [isFound ? .warning : .ok])
        #expect(found[0].text.contains("keys retire kek-1") == isFound)
    }

    @Test func `a published key and one that data keys need are in order`() async throws {
        let found = await Self.findings([
            try Self.key(1, .verifyOnly, rows: 5), try Self.key(2, .active),
            try Self.key(3, .published, for: .days(400)),
        ])
        #expect(found.map(\.severity) == [.ok])
    }

    @Test(arguments: [KeyState.published, .active])
    func `an instance that lacks the file is named`(state: KeyState) async throws {
        let found = await Self.findings([try Self.key(2, state, missingAt: ["host-2:4711"])])
        #expect(found.map(\.severity) == [.warning])
        #expect(found[0].text.contains("kek-2 is not read by host-2:4711: copy keys/vault.kek-2.key"))
    }

    @Test func `keys that cannot be listed are a warning with the reason`() async {
        let found = await WrappingKeyFindings(
            backupRetention: .days(30), folder: "keys", now: Self.now, fileExists: { _ in false }
        ).all { throw KeyFault("the service does not answer") }
        #expect(found.map(\.name) == [.wrappingKeys] && found.map(\.severity) == [.warning])
        #expect(found[0].text.contains("were not listed: the service does not answer"))
    }
}
