import Audit
public import Domain
public import Primitives
import SQL

/// An attempt at an invite code that has been counted and committed. The code may now be compared.
public struct InviteAttempt: Sendable, Hashable {
    /// The device key.
    public let thumbprint: String
    fileprivate let purpose: InvitePurpose
    /// The number of the attempt in a row.
    fileprivate let streak: Int64
    /// The ranges of addresses it was counted for; none for a code of a link.
    fileprivate let addresses: [AddressGroup]
    /// The shard of the quota that was charged; nil for a code of a link.
    fileprivate let shard: Int64?
    fileprivate let at: Instant

    public enum Outcome: Sendable, Hashable {
        /// The attempt is counted: compare the code now.
        case counted(InviteAttempt)
        /// The device key has had too many attempts, or the address or the installation too many at short codes.
        case wait(until: Instant)
    }

    /// Takes the attempt at the right code of a child's invite out of the counts.
    func takeBack(of child: AccountID, in transaction: any Transaction) throws {
        try transaction.audit(.init(.accepted, AuditDetail.inviteCode, account: child, at: at))
        if let shard { try InviteLimits.quota(of: purpose).refund(to: shard, at: at, in: transaction) }
        for group in addresses {
            try SendWindowTable.takeBack(
                InviteLimits.name(of: purpose), group.hash, countedAt: at, keptFor: InviteLimits.perAddress.span,
                in: transaction)
        }
        try transaction.run(
            Statement(
                "DELETE FROM invite_streak WHERE purpose = $1 AND thumbprint = $2 AND failures = $3",
                .enumValue(purpose), .text(thumbprint), .integer(streak)))
    }
}

/// The limits of attempts at invite codes. Those in a row of one device key are ``CodeLimits/inARow``.
///
/// Codes that bind a child's device and codes that make a person a parent have separate counts, so that wrong codes of one
/// purpose do not block right codes of the other.
public enum InviteLimits {
    /// The wrong short codes of one purpose from one address in an hour; a wider range has a multiple of them.
    public static let perAddress = SendLimits.Rate(20, per: .hours(1))
    /// The wrong short codes of one purpose in the installation in an hour, after which such codes wait. While 1,000 invites
    /// of a purpose are open at all times, guessing finds one in about 125 years.
    public static let shortCodesPerHour = 1000

    /// The name of the windows and the quota of a purpose.
    static func name(of purpose: InvitePurpose) -> String { "invite \(purpose.rawValue)" }

    static func quota(of purpose: InvitePurpose) -> Quota {
        Quota(name: name(of: purpose), limit: shortCodesPerHour, span: .hours(1))
    }
}

extension AuthStore {
    /// Counts an attempt at an invite code and commits it before the code is compared. The use of a right code takes it
    /// back.
    ///
    /// - Parameters:
    ///   - isLong: true for a code of a link, which cannot be guessed: only the limit of the device key stops it.
    ///   - addresses: the ranges of the client's address, the widest first.
    ///   - shardSeed: a random number that picks the shard of the quota.
    public func countInviteAttempt(
        for purpose: InvitePurpose, isLong: Bool, thumbprint: String, from addresses: [AddressGroup],
        limits: CodeLimits, shardSeed: UInt64, at now: Instant
    ) async throws -> InviteAttempt.Outcome {
        try await change { transaction in
            do {
                // Wrong short codes from an address do not stop links, which cannot be guessed.
                let addresses = isLong ? [] : addresses.filter { !$0.isProviderRange }
                for group in addresses {
                    try SendWindowTable.count(
                        InviteLimits.name(of: purpose), group.hash, within: group.rates([InviteLimits.perAddress]),
                        at: now, in: transaction)
                }
                let quota = isLong ? nil : InviteLimits.quota(of: purpose)
                let shard = try quota?.charge(shardSeed: shardSeed, at: now, in: transaction)
                let row = AttemptStreak(
                    "invite_streak", at: ("purpose", .enumValue(purpose)), thumbprint: thumbprint)
                guard let streak = try row.countAttempt(limits: limits, at: now, in: transaction) else {
                    throw LimitExceeded(retryAt: try row.waitsUntil(in: transaction) ?? now + limits.wait)
                }
                try transaction.audit(.init(.attempt, AuditDetail.inviteCode, account: nil, at: now))
                if streak >= limits.inARow {
                    try transaction.audit(.init(.lock, AuditDetail.inviteWait, account: nil, at: now))
                }
                return .counted(
                    InviteAttempt(
                        thumbprint: thumbprint, purpose: purpose, streak: streak, addresses: addresses, shard: shard,
                        at: now))
            } catch let exceeded as LimitExceeded {
                throw Rollback(InviteAttempt.Outcome.wait(until: exceeded.retryAt))
            }
        }
    }
}
