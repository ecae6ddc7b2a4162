import Domain
import Primitives
import VaultStore

/// What an account stores, and the limits on it as the page Vault states them, in plain values.
struct QuotaModel {
    struct Secret {
        var state: SecretState
        var rev: Int64
        var size: Int64
    }

    private struct Version {
        let secret: SecretID
        let rev: Int64
        let size: Int64
    }

    /// May be lowered below what the account has: it can then shrink, and not grow.
    var limits: StoreLimits
    private(set) var secrets: [SecretID: Secret] = [:]
    private(set) var seq: Int64 = 0
    private(set) var operations: Int64 = 0
    private var history: [Version] = []
    private var hour = (from: Instant(ms: 0), count: Int64(0))

    init(limits: StoreLimits) { self.limits = limits }

    var items: Int64 { Int64(secrets.values.filter { $0.state != .deleted }.count) }
    var bytes: Int64 { secrets.values.map(\.size).reduce(0, +) }
    var tombstones: Int64 { Int64(secrets.count) - items }
    var historyBytes: Int64 { history.map(\.size).reduce(0, +) }
    var versions: Int64 { Int64(history.count) }
    /// True if no operation is logged any more, except a removal that is applied.
    var isLogFull: Bool { operations >= limits.operationsPerAccount }

    /// Counts an operation that is sent, also if it is refused. Returns the time until the next one is accepted, or nil
    /// if this one is.
    mutating func countOperation(at now: Instant) -> Duration? {
        if now - hour.from >= .hours(1) { hour = (now, 0) }
        hour.count += 1
        return hour.count > limits.operationsPerHour ? hour.from + .hours(1) - now : nil
    }

    /// Applies an operation on the current version of a secret and returns nothing; or returns the reasons for which
    /// the limits reject it.
    mutating func apply(_ op: SecretOp) -> [OpRejection] {
        let before = secrets[op.id]
        var after = before ?? Secret(state: .live, rev: 0, size: 0)
        switch op.type {
        case .create, .update, .restore: after.state = .live
        case .trash: after.state = .trashed
        case .delete: (after.state, after.size) = (.deleted, 0)
        }
        if let body = op.content?.body { after.size = Int64(body.count) }
        let rejections = rejections(of: op, before, after)
        guard rejections.isEmpty else { return rejections }
        seq += 1
        operations += 1
        after.rev = seq
        secrets[op.id] = after
        keepHistory(of: op, before)
        return []
    }

    private func rejections(of op: SecretOp, _ before: Secret?, _ after: Secret) -> [OpRejection] {
        let addsItem = after.state != .deleted && (before == nil || before?.state == .deleted)
        let growth = after.size - (before?.size ?? 0)
        var rejections: [OpRejection] = []
        if isLogFull, op.type != .trash, op.type != .delete { rejections.append(.logFull) }
        if after.size > limits.bytesPerBody, op.content != nil { rejections.append(.bodyTooLarge) }
        if addsItem, items >= limits.itemsPerAccount { rejections.append(.tooManyItems) }
        if growth > 0, bytes + growth > limits.bytesPerAccount { rejections.append(.accountFull) }
        if before == nil, tombstones >= limits.tombstonesPerAccount { rejections.append(.tooManyTombstones) }
        return rejections
    }

    /// Ten former versions of a secret are kept, and of the account as many bytes as the limit allows, the newest ones.
    /// A deletion erases those of its secret. They are shortened when an operation adds or erases some.
    private mutating func keepHistory(of op: SecretOp, _ before: Secret?) {
        let addsVersion = op.content != nil && before != nil && before?.state != .deleted
        guard addsVersion || op.type == .delete else { return }
        if op.type == .delete { history.removeAll { $0.secret == op.id } }
        if addsVersion, let before {
            history.append(Version(secret: op.id, rev: before.rev, size: before.size))
            let own = history.filter { $0.secret == op.id }
            if own.count > 10 { history.removeAll { $0.secret == op.id && $0.rev == own[0].rev } }
        }
        history.sort { $0.rev < $1.rev }
        while historyBytes > limits.historyBytesPerAccount { history.removeFirst() }
    }
}
