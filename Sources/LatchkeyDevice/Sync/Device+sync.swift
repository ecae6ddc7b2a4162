import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON

extension Device {
    /// Pushes what is owed, pulls what has changed; pulls first where this device has never followed the vault.
    public func sync() async throws(DeviceFault) -> SyncReport {
        var report = SyncReport()
        if try await current().cursor == nil { try await pullAll(&report) }
        while try await pushSome(&report) {}
        try await pullAll(&report)
        try await note { $0.approval = .approvedForSyncing }
        return report
    }

    /// Pushes one batch of operations, each stored before it is sent; false when nothing is owed, and when the answer
    /// settled nothing, so that asking again at once would not either.
    private func pushSome(_ report: inout SyncReport) async throws(DeviceFault) -> Bool {
        let ops = try await stage()
        guard !ops.isEmpty else { return false }
        let answer = try await withSession { token throws(CallFailure) in
            try await vault.call(VaultPush.self, .init(ops: ops), headers: { _ in Self.bearer(token) })
        }
        let settled = try await settle(answer.results, of: ops, epoch: answer.epoch, head: answer.head)
        report.add(settled.report)
        return settled.hasMoved
    }

    /// Chooses what to send, and keeps it word for word until it is answered.
    private func stage() async throws(DeviceFault) -> [PushOp] {
        try await store.change { [random] transaction, sealing, profile in
            var ops: [PushOp] = [], bytes = 0
            for var entry in try LocalEntry.all(transaction, sealing) where ops.count < 100 && bytes < 512 << 10 {
                guard !entry.isHeld(from: profile, sealing),
                    let op = entry.owed(knownSeq: profile.head, id: random.id())
                else { continue }
                if entry.sent == nil {
                    entry.sent = op
                    try entry.store(in: transaction, sealing)
                }
                bytes += op.body.map { JSON.object($0).encoded().count } ?? 0
                ops.append(op)
            }
            return ops
        }
    }

    /// Pulls pages until there are no more; a cursor the server cannot continue begins again from the start.
    private func pullAll(_ report: inout SyncReport) async throws(DeviceFault) {
        var cursor = try await current().cursor
        var whole = cursor == nil ? Set<SecretID>() : nil
        var healing: Healing?
        while true {
            let page: VaultPull.Answer
            do {
                page = try await withSession { [cursor] token throws(CallFailure) in
                    try await vault.call(VaultPull.self, .init(cursor: cursor), headers: { _ in Self.bearer(token) })
                }
            } catch {
                guard case .call(.refused(let fault)) = error, fault.isKind(.resyncRequired), cursor != nil else {
                    throw error
                }
                healing = Healing(fault)
                (cursor, whole) = (nil, [])
                continue
            }
            report.add(try await receive(page, healing: healing))
            cursor = page.cursor
            whole?.formUnion(page.items.map(\.id))
            if page.more { continue }
            if let whole {
                report.removed += try await dropMissing(besides: whole, epoch: page.epoch, healing: healing)
            }
            break
        }
        try await note { [cursor] in $0.cursor = cursor }
    }

    static func bearer(_ token: AccessToken) -> [Header] { [Header("Authorization", "Bearer \(token.reveal)")] }
}

extension SyncReport {
    mutating func add(_ other: SyncReport) {
        received += other.received
        removed += other.removed
        sent += other.sent
        copies += other.copies
        gone += other.gone
        refused.merge(other.refused) { $1 }
    }
}
