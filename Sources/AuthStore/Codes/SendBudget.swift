import Primitives
import SQL

/// A part of the codes that the installation sends in an hour and in a day.
///
/// There are three parts: a tenth for device keys that held a full session of the number's account, a tenth as the
/// reserve for address groups that did not spend the rest, and the rest. Each code is charged to one part, so the
/// limits of the hour and of the day are never exceeded.
struct SendBudget {
    /// A part is spent until `retryAt`, the end of the hour or of the day.
    struct Spent: Error {
        let retryAt: Instant
        /// The beginning of that hour or day.
        let since: Instant
    }

    private let hour: Quota, day: Quota

    private init(_ name: String, _ limits: SendLimits, _ part: (Int) -> Int) {
        hour = Quota(name: name + " hour", limit: part(limits.perHour), span: .hours(1))
        day = Quota(name: name, limit: part(limits.perDay), span: SendLimits.longestSpan)
    }

    /// The part of device keys that held a full session of the number's account.
    static func own(_ limits: SendLimits) -> SendBudget { SendBudget("own send", limits) { $0 / 10 } }

    /// The part of address groups that did not spend the common part.
    static func reserve(_ limits: SendLimits) -> SendBudget { SendBudget("reserved send", limits) { $0 / 10 } }

    /// The share of one provider's range in the reserve: a tenth, and at least ``SendLimits/reservePerGroup``.
    static func reserve(ofProvider provider: [UInt8], _ limits: SendLimits) -> SendBudget {
        SendBudget("reserved send " + Hex.encode(provider), limits) { max(SendLimits.reservePerGroup, $0 / 100) }
    }

    /// The part of everybody.
    static func common(_ limits: SendLimits) -> SendBudget { SendBudget("send", limits) { $0 - 2 * ($0 / 10) } }

    /// Charges one code to the day and to the hour, or to neither. The day comes first, so that a spent day is reported,
    /// and not the end of an hour after which nothing changes.
    func charge(shardSeed: UInt64, at now: Instant, in transaction: any Transaction) throws {
        let shard = try charge(day, shardSeed, now, transaction)
        do {
            _ = try charge(hour, shardSeed, now, transaction)
        } catch {
            try day.refund(to: shard, at: now, in: transaction)
            throw error
        }
    }

    private func charge(
        _ quota: Quota, _ shardSeed: UInt64, _ now: Instant, _ transaction: any Transaction
    ) throws -> Int64 {
        do {
            return try quota.charge(shardSeed: shardSeed, at: now, in: transaction)
        } catch let exceeded as LimitExceeded {
            throw Spent(retryAt: exceeded.retryAt, since: exceeded.retryAt - quota.span)
        }
    }
}
