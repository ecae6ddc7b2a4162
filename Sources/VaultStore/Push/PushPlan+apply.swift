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
        let content = repeatsTrashedBody(op) ? nil : op.content
        item.recordChange(
            onLostBase: lost, changesContent: content != nil || op.type == .delete, bringsBack: op.bringsBack)
        switch op.type {
        case .create, .update, .restore:
            item.state = .live
            item.deletedAt = nil
            if let content { try setBody(of: &item, to: content) }
        case .trash:
            item.state = .trashed
            item.deletedAt = facts.now
            head.dueAt = min(head.dueAt, facts.now + facts.retention.trash)
        case .delete:
            item.becomeTombstone(at: facts.now)
            head.dueAt = min(head.dueAt, facts.now + facts.retention.tombstones)
        }
        let keepsFormer = try !onlyCounts(op, from: before)
        if let rejection = checkAndCount(item, replacing: before, isBounded: keepsFormer) {
            return .rejected(rejection)
        }
        head.seq = item.rev
        items[op.id] = item
        writes.add(item, replacing: before, keepsFormer: keepsFormer)
        return .applied(rev: item.rev)
    }

    /// True if the operation takes an item out of the trash with the body that it has there. The body then stays as it is, and
    /// does not become a former one: ten such restores would otherwise replace the ten former bodies by copies of the present
    /// one.
    private func repeatsTrashedBody(_ op: SecretOp) -> Bool {
        items[op.id]?.state == .trashed && hasSameContent(op)
    }

    /// True if the operation increases the counter of a counter-based item and changes nothing else.
    ///
    /// The replaced body then does not become a former one: ten codes would otherwise replace the ten bodies that the
    /// person may want back, and a restored lower counter would only repeat codes.
    private func onlyCounts(_ op: SecretOp, from before: ItemRow?) throws -> Bool {
        guard let before, before.kind == "otp", before.state == .live, op.type == .update, let content = op.content,
            content.schema.map({ $0 == before.schema }) ?? true, let body = CountedBody(content.body),
            case .open(let formerBytes) = try facts.open(before).body, let former = CountedBody(formerBytes)
        else { return false }
        return body.counter > former.counter && body.rest == former.rest
    }

    private func setBody(of item: inout ItemRow, to content: SecretOp.Content) throws {
        item.kind = content.kind ?? item.kind
        item.schema = content.schema ?? item.schema
        item.size = Int64(content.body.count)
        item.bodyRev = item.rev
        item.dekVersion = head.dekVersion
        item.contentMAC = contentMAC(content.body, kind: item.kind, schema: item.schema)
        item.sealed = try facts.seal(content.body, item)
    }

    /// Updates the head's counts of secrets, bytes and tombstones. If a limit would be exceeded, it changes nothing and
    /// returns the reason.
    ///
    /// - Parameter isBounded: false for an operation that only increases a counter. It adds few bytes, and refusing it would
    ///   refuse the code.
    private mutating func checkAndCount(
        _ item: ItemRow, replacing before: ItemRow?, isBounded: Bool
    ) -> OpRejection? {
        let isTombstone = item.state == .deleted, wasTombstone = before?.state == .deleted
        let wasCounted = before != nil && !wasTombstone
        let items = head.items + (isTombstone ? 0 : 1) - (wasCounted ? 1 : 0)
        let bytes = head.bytes + item.size - (before?.size ?? 0)
        if isBounded, facts.isStoreFull, items > head.items || bytes > head.bytes { return .storeFull }
        if items > head.items, items > facts.limits.itemsPerAccount { return .tooManyItems }
        if isBounded, bytes > head.bytes, bytes > facts.limits.bytesPerAccount { return .accountFull }
        if before == nil, head.tombstones >= facts.limits.tombstonesPerAccount { return .tooManyTombstones }
        head.items = items
        head.bytes = bytes
        head.tombstones = max(head.tombstones + (isTombstone ? 1 : 0) - (wasTombstone ? 1 : 0), 0)
        return nil
    }
}
