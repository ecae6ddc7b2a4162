import Domain

extension PushPlan {
    /// Decides an operation that makes a former version the present one, or takes a secret out of the trash.
    ///
    /// The version becomes the content of an ordinary update, or of a restore where the secret is in the trash. A base
    /// that is not the present version, also one that the vault has lost, is a conflict before the version is looked for, so
    /// that a caller never replaces what it has not read or what a device may bring back.
    mutating func versionOutcome(of op: SecretOp, _ rev: Int64) throws -> PushOutcome {
        guard let item = items[op.id] else { return .rejected(.unknownItem) }
        guard item.state != .deleted else { return .gone(current: try open(item)) }
        guard match(op)?.base == .current else { return try conflict(op, addsNothing: false) }
        var change = op
        change.version = nil
        if rev == item.rev {
            change.type = .restore
            return try decidedOutcome(of: change)
        }
        guard let version = try facts.formerVersion(op.id, rev) else { return .rejected(.unknownVersion) }
        guard case .open(let former) = version.body else { return .rejected(.unreadableVersion) }
        var body = former
        if case .open(let present) = try facts.open(item).body { body = facts.restoredBody(former, present) }
        change.type = item.state == .live ? .update : .restore
        change.content = SecretOp.Content(kind: version.kind, schema: version.schema, body: body)
        return try decidedOutcome(of: change)
    }
}
