import Domain
import Primitives
import SQL
import StoreSupport
import Support
import VaultStore

/// An account with two items, and another account with an item of the same id as the first.
///
/// The first item has the former versions 1 and 3 and is at rev 7 with the body of rev 4, because it was in the trash. The
/// second has the former version 2 and is at rev 5. The item of the other account has the former versions 1 and 2 and is
/// at rev 3.
struct VersionedItem {
    let fixture: VaultStoreFixture
    let theirs: VaultStoreFixture
    let id: SecretID
    let second: SecretID

    init() async throws {
        fixture = try await VaultStoreFixture()
        theirs = try await VaultStoreFixture(on: fixture.database, random: SeededRandom(seed: 2).random)
        (id, second) = (fixture.id(), fixture.id())
        try await fixture.create(id, "1")
        try await fixture.create(second, "2")
        for (rev, base) in [(3, 1), (4, 3)] as [(Int64, Int64)] { try await edit(id, rev, on: base, fixture) }
        try await edit(second, 5, on: 2, fixture)
        try await fixture.push(fixture.op(.trash, id, on: 4))
        try await fixture.push(fixture.op(.restore, id, on: 6))
        try await theirs.create(id, "t1")
        for rev in [2, 3] as [Int64] { try await edit(id, rev, on: rev - 1, theirs) }
    }

    private func edit(_ id: SecretID, _ rev: Int64, on base: Int64, _ fixture: VaultStoreFixture) async throws {
        guard case .applied(rev) = try await fixture.push(fixture.op(.update, id, on: base, fixture.note("\(rev)")))
        else { throw Unexpected(what: "an edit has another rev than \(rev)") }
    }

    /// The revs of the versions of the first item that open, the present one first.
    func readableRevs() async throws -> [Int64] {
        guard let history = try await fixture.store.history(of: id, of: fixture.account) else { return [] }
        return ([history.present] + history.former).map(\.secret).filter { $0.text != nil }.map(\.rev)
    }

    /// The revs of the items that a complete pull of the account opens.
    func pulledRevs() async throws -> [Int64] {
        try await fixture.everything().filter { $0.text != nil }.map(\.rev)
    }
}

/// A row of `vault_item` or `vault_version` in a ``VersionedItem``.
struct StoredBody: Sendable, CustomStringConvertible {
    enum Owner: Sendable { case mine, mineSecond, theirs }

    let owner: Owner
    /// The rev of a former version; nil for the item.
    let rev: Int64?

    static func item(_ owner: Owner = .mine) -> StoredBody { StoredBody(owner: owner, rev: nil) }
    static func version(_ rev: Int64, _ owner: Owner = .mine) -> StoredBody { StoredBody(owner: owner, rev: rev) }

    var description: String { rev.map { "version \($0) \(owner)" } ?? "item \(owner)" }

    var table: String { rev == nil ? "vault_item" : "vault_version" }

    /// The condition that selects the row, with the parameters that it names.
    func condition(_ item: VersionedItem, from parameter: Int) -> (text: String, values: [SQLValue]) {
        let account = owner == .theirs ? item.theirs.account : item.fixture.account
        let id = owner == .mineSecond ? item.second : item.id
        let text = "account = $\(parameter) AND id = $\(parameter + 1)" + (rev.map { " AND rev = \($0)" } ?? "")
        return (text, [.bytes(account.bytes), .bytes(id.bytes)])
    }
}
