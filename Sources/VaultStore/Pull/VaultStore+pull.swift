public import Primitives
import SQL

extension VaultStore {
    /// The place a cursor's text stands for.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)`` with `badCursor`.
    public func place(in cursor: String, of account: AccountID) throws(VaultStoreFault) -> PullPlace {
        guard let place = CursorSeal(key: keys.cursor).place(in: cursor, account: account) else {
            throw .resyncRequired(.badCursor)
        }
        return place
    }

    /// A place as the opaque text a device keeps.
    public func cursor(at place: PullPlace, of account: AccountID) -> String {
        CursorSeal(key: keys.cursor).text(of: place, account: account)
    }

    /// What changed after a place, or everything where there is none, up to `limit` secrets or the page's bytes.
    ///
    /// Head and secrets are of one snapshot. When nothing changed it is one primary-key read.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func pull(_ account: AccountID, from place: PullPlace?, limit: Int? = nil) async throws -> PullPage {
        if let place, let page = try await nothingNew(at: place, of: account) { return page }
        let desk = desk(account), cut = PageCut(limits, limit)
        let page: PullPage? = try await database.read { transaction in
            guard let head = try HeadTable.read(account, in: transaction)?.live() else { return nil }
            try place?.check(against: head) { try EpochTable.chain(of: account, in: transaction) }
            let start = place ?? PullPlace(epoch: head.epoch, seq: 0, base: head.seq)
            guard start.seq < head.seq else {
                return PullPage(
                    items: [], place: start, hasMore: false, head: head)
            }
            let taken = try cut.take(atMost: head.seq - start.seq, in: transaction) { columns, limit in
                ItemTable.changed(columns, after: start.seq, of: account, limit: limit)
            }
            let end = PullPlace(
                epoch: head.epoch, seq: taken.hasMore ? taken.items.last?.rev ?? start.seq : head.seq, base: start.base)
            return PullPage(
                items: try taken.items.map { try desk.open($0, in: transaction) }, place: end, hasMore: taken.hasMore,
                head: head)
        }
        if let page { return page }
        _ = try await head(of: account)
        if place != nil { throw VaultStoreFault.resyncRequired(.epochChanged(parent: nil, base: nil)) }
        return try await pull(account, from: nil, limit: limit)
    }

    /// The empty page of somebody who has seen all there is; nil where there may be more to say. One point read, which is
    /// what nearly every pull is.
    private func nothingNew(at place: PullPlace, of account: AccountID) async throws -> PullPage? {
        guard let head = try await database.select(HeadTable.look(at: account)).first.map(HeadRow.init)?.live(),
            head.epoch == place.epoch, head.seq == place.seq
        else { return nil }
        return PullPage(items: [], place: place, hasMore: false, head: head)
    }

    /// Live secrets in id order, after one: up to `limit`, or the page's bytes.
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func list(_ account: AccountID, after id: SecretID? = nil, limit: Int? = nil) async throws -> ListPage {
        let desk = desk(account), cut = PageCut(limits, limit)
        return try await database.read { transaction in
            guard let head = try HeadTable.read(account, in: transaction)?.live() else {
                return ListPage(items: [], hasMore: false, seq: 0)
            }
            let taken = try cut.take(atMost: head.items, in: transaction) { columns, limit in
                ItemTable.listed(columns, after: id, of: account, limit: limit)
            }
            return ListPage(
                items: try taken.items.map { try desk.open($0, in: transaction) }, hasMore: taken.hasMore,
                seq: head.seq)
        }
    }

    /// Makes sure that a place can be continued from.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``.
    public func check(_ place: PullPlace, of account: AccountID) async throws {
        let isKnown = try await database.read { transaction in
            guard let head = try HeadTable.read(account, in: transaction)?.live() else { return false }
            try place.check(against: head) { try EpochTable.chain(of: account, in: transaction) }
            return true
        }
        if !isKnown { try place.check(against: try await head(of: account)) { [:] } }
    }
}
