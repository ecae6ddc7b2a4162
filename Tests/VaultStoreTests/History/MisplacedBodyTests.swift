import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Whoever can write the database moves encrypted bodies to other places, or puts old ones back. Each is detected.
@Suite struct MisplacedBodyTests {
    /// The columns that a body consists of.
    private static let all = "sealed, body_rev, content_mac, size, kind, schema, dek_version"

    @Test func `what nobody has moved opens`() async throws {
        let item = try await VersionedItem()
        #expect(try await item.readableRevs() == [7, 3, 1])
        #expect(try await item.pulledRevs() == [5, 7])
        #expect(try await item.fixture.store.history(of: item.id, of: item.theirs.account)?.former.count == 2)
    }

    @Test(
        arguments: [
            // The body that is copied, the place that gets it, and the revs that still open.
            (.item(.mineSecond), .item(), [3, 1]), (.item(.theirs), .item(), [3, 1]),
            (.version(3), .item(), [3, 1]), (.version(1), .item(), [3, 1]),
            (.version(2, .mineSecond), .item(), [3, 1]),
            (.version(2, .theirs), .item(), [3, 1]),
            (.item(), .version(3), [7, 1]), (.version(1), .version(3), [7, 1]), (.version(3), .version(1), [7, 3]),
            (.version(2, .mineSecond), .version(3), [7, 1]), (.version(2, .theirs), .version(3), [7, 1]),
            (.version(1, .theirs), .version(1), [7, 3]), (.item(.theirs), .version(3), [7, 1]),
        ] as [(StoredBody, StoredBody, [Int64])], [true, false])
    func `a body in the place of another item, account, rev or version is unreadable, and so is an old one put back`(
        copied: (from: StoredBody, to: StoredBody, readable: [Int64]), isWhole: Bool
    ) async throws {
        let item = try await VersionedItem()
        let columns = isWhole ? Self.all : "sealed"
        let (to, toValues) = copied.to.condition(item, from: 1),
            (from, fromValues) = copied.from.condition(item, from: 3)
        let values = Statement(
            """
            UPDATE \(copied.to.table) SET (\(columns)) = (SELECT \(columns) FROM \(copied.from.table) WHERE \(from))
            WHERE \(to)
            """, values: toValues + fromValues)
        _ = try await item.fixture.database.write { try $0.run(values) }
        #expect(try await item.readableRevs() == copied.readable)
        #expect(try await item.pulledRevs() == (copied.to.rev == nil ? [5] : [5, 7]))
        let present = try await item.fixture.store.secret(item.id, of: item.fixture.account)
        #expect((present?.body == .unreadable) == (copied.to.rev == nil))
    }

    @Test(
        arguments: [
            // The version's rev, the rev that it gets, and the revs that still open.
            (3, 2, [7, 1]), (3, 4, [4, 1]), (3, 6, [6, 1]), (1, 0, [7, 3]), (1, 2, [7, 3, 2]),
        ] as [(Int64, Int64, [Int64])])
    func `a version whose rev was changed does not open below its body, and hides no later body`(
        rev: Int64, changed: Int64, readable: [Int64]
    ) async throws {
        let item = try await VersionedItem()
        let (row, values) = StoredBody.version(rev).condition(item, from: 1)
        let statement = Statement("UPDATE vault_version SET rev = \(changed) WHERE \(row)", values: values)
        _ = try await item.fixture.database.write { try $0.run(statement) }
        #expect(try await item.readableRevs() == readable)
    }

    @Test func `an unreadable version is in its place, and does not become the present one`() async throws {
        let item = try await VersionedItem()
        try await item.fixture.tamper("UPDATE vault_version SET schema = 2 WHERE rev = 3")
        let history = try #require(try await item.fixture.store.history(of: item.id, of: item.fixture.account))
        #expect(history.former.map(\.secret.rev) == [3, 1])
        #expect(history.former.map { $0.secret.body == .unreadable } == [true, false])
        #expect(try await item.fixture.restore(3, of: item.id, on: 7) == .rejected(.unreadableVersion))
        #expect(try await item.fixture.restore(1, of: item.id, on: 7) == .applied(rev: 8))
    }
}
