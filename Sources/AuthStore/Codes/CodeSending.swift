import Domain
import Primitives
import SQL

/// Opens challenges and counts their sending.
enum CodeSending {
    /// Opens a challenge in place of the device key's former one and queues its message.
    /// - Throws: ``Rollback`` with the outcome, if the device key has to wait or a limit allows no send.
    static func open(
        _ code: NewChallenge, within limits: SendLimits, at now: Instant, in transaction: any Transaction
    ) throws {
        let until = try StreakTable.waitsUntil(
            phone: code.phoneIndex, thumbprint: code.thumbprint, at: now, in: transaction)
        if let until { throw Rollback(NewChallenge.Outcome.wait(until: until)) }
        let isOwner = try AccountTable.isOwner(
            phone: code.phoneIndex, thumbprint: code.thumbprint, in: transaction)
        try countingSends { try count(code.keys, within: limits, isOwner: isOwner, at: now, in: transaction) }
        try ChallengeTable.replace(with: code, at: now, in: transaction)
        if let message = code.message { try transaction.run(OutboxTable.insert(message, at: now)) }
    }

    /// Counts the start of a registration in a group without verification, which sends no code, against the limits of
    /// the client's address.
    /// - Throws: ``Rollback`` with the outcome, if a limit does not allow the start.
    static func countStart(
        _ keys: SendKeys, within limits: SendLimits, at now: Instant, in transaction: any Transaction
    ) throws {
        guard let address = keys.address else { return }
        try countingSends {
            try SendWindowTable.count("address", address, within: limits.perAddress, at: now, in: transaction)
        }
    }

    private static func countingSends(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let exceeded as LimitExceeded {
            throw Rollback(NewChallenge.Outcome.sendLimit(retryAt: exceeded.retryAt))
        }
    }

    /// Counts a send under all its keys. For a device key that is admitted on the number's account (`isOwner`), there
    /// are separate windows, a reserved daily quota and no prefix stop, so that a stranger who uses up the common
    /// limits cannot keep the owner out. For any other device key, the answer does not depend on whether the number has
    /// an account.
    private static func count(
        _ keys: SendKeys, within limits: SendLimits, isOwner: Bool, at now: Instant, in transaction: any Transaction
    ) throws {
        func count(_ scope: String, _ key: [UInt8], _ rates: [SendLimits.Rate]) throws {
            try SendWindowTable.count(
                (isOwner ? "own " : "") + scope, key, within: rates, at: now, in: transaction)
        }
        if let address = keys.address { try count("address", address, limits.perAddress) }
        if !isOwner, let until = try PrefixStopTable.stoppedUntil(keys.prefix, in: transaction), until > now {
            throw LimitExceeded(retryAt: until)
        }
        try count("block", keys.block, limits.perBlock)
        try count("number", keys.phone.bytes, limits.perNumber)
        if isOwner {
            do {
                try Quota.ownSends(limits).charge(shardSeed: keys.shardSeed, at: now, in: transaction)
                return
            } catch is LimitExceeded {}  // the reserved tenth is used up, so the send is charged to the common quota
        }
        try Quota.sends(limits).charge(shardSeed: keys.shardSeed, at: now, in: transaction)
    }
}
