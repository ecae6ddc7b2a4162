import Domain
import Primitives
import SQL

/// The limit on wrong codes of the whole installation, which makes guessing many codes of many numbers hopeless.
///
/// Attempts draw on an hourly quota. While it is used up, only those wait who entered wrong codes themselves: a device key
/// with a wrong code, and an address group with ``SendLimits/lateAttemptsPerGroup`` of them, in the last hour. The
/// attempts of others are compared, and counted per address group. So a right code is not refused for a stranger's
/// guesses, and the wrong codes compared in an hour are at most the quota and ``SendLimits/lateAttemptsPerGroup`` for
/// each address group that codes were sent to.
struct WrongCodeLimit {
    private static let scope = "late attempt"
    private static let window = Duration.hours(1)

    private let quota: Quota

    init(_ limits: SendLimits) {
        quota = .wrongCodes(limits)
    }

    /// Counts an attempt before its code is compared.
    /// - Parameters:
    ///   - challenge: the challenge, in which the attempt is counted already.
    /// - Throws: ``LimitExceeded`` if the attempt has to wait until the next hour.
    func charge(
        _ challenge: ChallengeRecord, shardSeed: UInt64, at now: Instant, in transaction: any Transaction
    ) throws -> Attempt.Charge {
        do {
            return .quota(shard: try quota.charge(shardSeed: shardSeed, at: now, in: transaction))
        } catch let usedUp as LimitExceeded {
            // Codes without an address group, of earlier versions, count as one group.
            let group = challenge.addressGroup ?? [], since = now - Self.window
            // Both counts contain the attempt itself.
            let ofKey = ChallengeTable.wrongCodes(ofKey: challenge.thumbprint, since: since)
            let ofGroup = ChallengeTable.wrongCodes(ofGroup: group, challenge.otherAddressGroup, since: since)
            guard try transaction.first(ofKey)?.int(0) ?? 0 <= 1,
                try transaction.first(ofGroup)?.int(0) ?? 0 <= SendLimits.lateAttemptsPerGroup
            else { throw usedUp }
            let rate = SendLimits.Rate(SendLimits.lateAttemptsPerGroup, per: Self.window)
            let groups = ([group] + (challenge.otherAddressGroup.map { [$0] } ?? []))
                .sorted { $0.lexicographicallyPrecedes($1) }
            do {
                for group in groups {
                    try SendWindowTable.count(Self.scope, group, within: [rate], at: now, in: transaction)
                }
            } catch is LimitExceeded { throw usedUp }
            return .lateAttempt(groups: groups)
        }
    }

    /// Takes the charge of a right code back.
    static func refund(_ charge: Attempt.Charge, countedAt time: Instant, in transaction: any Transaction) throws {
        switch charge {
        case .quota(let shard): try QuotaCounter.wrongCodes.refund(to: shard, at: time, in: transaction)
        case .lateAttempt(let groups):
            for group in groups {
                try SendWindowTable.takeBack(
                    scope, group, countedAt: time, keptFor: window, in: transaction)
            }
        }
    }
}
