import Primitives
import SQL

/// A limit or quota does not allow a send or an attempt before `retryAt`.
struct LimitExceeded: Error {
    let retryAt: Instant
    /// The rates of a window that do not allow the send, with the time from which each allows it; empty for a quota.
    var rates: [(span: Duration, retryAt: Instant)] = []
}

/// The name of a quota and the length of its periods. Taking a charge back needs no more; the limit does not matter.
struct QuotaCounter {
    /// Wrong codes of device keys without a full session of the number's account; the use of a right code refunds its
    /// charge.
    static let wrongCodes = QuotaCounter(name: "wrong", span: .hours(1))

    let name: String
    let span: Duration

    /// The end of the period a moment lies in; it names the period in the table.
    func end(at now: Instant) -> Instant {
        Instant(ms: (now.ms / span.ms + 1) * span.ms)
    }

    /// Returns a charge to the shard and the period it was made in.
    func refund(to shard: Int64, at charged: Instant, in transaction: any Transaction) throws {
        try transaction.run(QuotaTable.refund(name, period: end(at: charged), shard: shard))
    }
}

/// A number of events allowed per period over all instances.
///
/// Its rows are 16 shards whose shares differ by at most one, so that no row is hot. A charge goes to a random shard.
/// If that shard is used up, the charge goes to the next shard that has something left.
struct Quota {
    private static let shards: Int64 = 16

    private let counter: QuotaCounter
    let limit: Int

    var name: String { counter.name }
    var span: Duration { counter.span }

    init(_ counter: QuotaCounter, limit: Int) {
        self.counter = counter
        self.limit = limit
    }

    init(name: String, limit: Int, span: Duration) { self.init(QuotaCounter(name: name, span: span), limit: limit) }

    /// The quota of ``QuotaCounter/wrongCodes``.
    static func wrongCodes(_ limits: SendLimits) -> Quota { Quota(.wrongCodes, limit: limits.wrongPerHour) }

    /// Codes to a prefix that is stopped, for address groups that did not cause the stop.
    static func stoppedPrefix(_ prefix: String, _ limits: SendLimits) -> Quota {
        Quota(name: "stopped \(prefix)", limit: limits.perHourToStoppedPrefix, span: .hours(1))
    }

    /// The part of ``stoppedPrefix(_:_:)`` for the range of one provider: a tenth.
    static func stoppedPrefix(_ prefix: String, ofProvider provider: [UInt8], _ limits: SendLimits) -> Quota {
        Quota(
            name: "stopped \(prefix) " + Hex.encode(provider),
            limit: max(SendLimits.reservePerGroup, limits.perHourToStoppedPrefix / 10), span: .hours(1))
    }

    /// Codes requested from the range of a provider, for each rate of a client.
    static func provider(_ group: AddressGroup, _ scope: String, _ client: [SendLimits.Rate]) -> [Quota] {
        group.rates(client).map {
            Quota(name: "\(scope) \($0.span.ms) " + Hex.encode(group.hash), limit: $0.count, span: $0.span)
        }
    }

    private func end(at now: Instant) -> Instant { counter.end(at: now) }

    private func share(of shard: Int64) -> Int64 {
        let limit = Int64(limit)
        return limit / Self.shards + (shard < limit % Self.shards ? 1 : 0)
    }

    /// Charges one event and returns the shard it was charged to.
    ///
    /// A charge to a shard that is used up still locks the shard's row until the transaction ends. The other shards are
    /// therefore first read without locks, and only those that have something left are tried.
    /// - Throws: ``LimitExceeded`` with the end of the period, if every shard is used up.
    @discardableResult
    func charge(shardSeed: UInt64, at now: Instant, in transaction: any Transaction) throws -> Int64 {
        let end = end(at: now), first = Int64(shardSeed % UInt64(Self.shards))
        if try charge(first, until: end, in: transaction) { return first }
        let used = try QuotaTable.used(name, period: end, in: transaction)
        for shard in (1..<Self.shards).map({ (first + $0) % Self.shards })
        where used[shard, default: 0] < share(of: shard) {
            if try charge(shard, until: end, in: transaction) { return shard }
        }
        throw LimitExceeded(retryAt: end)
    }

    private func charge(_ shard: Int64, until end: Instant, in transaction: any Transaction) throws -> Bool {
        guard share(of: shard) > 0 else { return false }
        try transaction.run(QuotaTable.charge(name, period: end, shard: shard, limit: share(of: shard)))
        return transaction.changes == 1
    }

    /// Takes a charge back, as ``QuotaCounter/refund(to:at:in:)`` does.
    func refund(to shard: Int64, at charged: Instant, in transaction: any Transaction) throws {
        try counter.refund(to: shard, at: charged, in: transaction)
    }
}
