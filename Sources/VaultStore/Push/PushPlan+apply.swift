import Cryptography
import Domain
import Primitives

extension PushPlan {
    /// Applies an operation to its row under the next sequence number, and collects the row to write. Rejects the
    /// operation if the account would exceed a limit.
    ///
    /// - Parameter lost: the operation's base if it was lost in a restore.
    mutating func apply(_ op: SecretOp, lostBase lost: StoredSecret.LostVersion?) throws -> PushOutcome {
        let before = items[op.id]
        var item = before ?? ItemRow(absent: op.id, kind: op.content?.kind, by: facts.device, now: facts.now)
        item.rev = head.seq + 1
        item.updatedAt = facts.now
        item.updatedBy = facts.device
        item.recordChange(
            onLostBase: lost, changesContent: op.content != nil || op.type == .delete, bringsBack: op.bringsBack)
        switch op.type {
        case .create, .update, .restore:
            item.state = .live
            item.deletedAt = nil
            if let content = op.content { try setBody(of: &item, to: content) }
        case .trash:
            item.state = .trashed
            item.deletedAt = facts.now
            head.dueAt = min(head.dueAt, facts.now + facts.retention.trash)
        case .delete:
            item.becomeTombstone(at: facts.now)
            head.dueAt = min(head.dueAt, facts.now + facts.retention.tombstones)
        }
        if let rejection = checkAndCount(item, replacing: before) { return .rejected(rejection) }
        head.seq = item.rev
        items[op.id] = item
        writes.add(item, replacing: before)
        return .applied(rev: item.rev)
    }

    private func setBody(of item: inout ItemRow, to content: SecretOp.Content) throws {
        item.kind = content.kind ?? item.kind
        item.schema = content.schema ?? item.schema
        item.size = Int64(content.body.count)
        item.bodyRev = item.rev
        item.dekVersion = head.dekVersion
        item.contentMAC = KeyedHash.content(
            content.body, kind: item.kind, schema: item.schema, of: facts.account, key: facts.contentKey)
        item.sealed = try facts.seal(content.body, item)
    }

    /// Updates the head's counts of secrets, bytes and tombstones. If a limit would be exceeded, it changes nothing and
    /// returns the reason.
    private mutating func checkAndCount(_ item: ItemRow, replacing before: ItemRow?) -> OpRejection? {
        let isTombstone = item.state == .deleted, wasTombstone = before?.state == .deleted
        let wasCounted = before != nil && !wasTombstone
        let items = head.items + (isTombstone ? 0 : 1) - (wasCounted ? 1 : 0)
        let bytes = head.bytes + item.size - (before?.size ?? 0)
        if facts.isStoreFull, items > head.items || bytes > head.bytes { return .storeFull }
        if items > head.items, items > facts.limits.itemsPerAccount { return .tooManyItems }
        if bytes > head.bytes, bytes > facts.limits.bytesPerAccount { return .accountFull }
        if before == nil, head.tombstones >= facts.limits.tombstonesPerAccount { return .tooManyTombstones }
        head.items = items
        head.bytes = bytes
        head.tombstones = max(head.tombstones + (isTombstone ? 1 : 0) - (wasTombstone ? 1 : 0), 0)
        return nil
    }
}
