import Domain
import Primitives
import SQL

/// Counts one send of a code under all its keys, in the order in which rows are locked.
///
/// A send that a limit refuses throws ``LimitExceeded``; the transaction is then rolled back, so a refused send is not
/// counted.
struct SendCounting {
    let keys: SendKeys
    let limits: SendLimits
    let standing: KeyStanding
    let now: Instant
    let transaction: any Transaction

    func count() throws {
        try countAddresses()
        let stops = try activeStops()
        for keys in keys.underEachIndexKey { try countBlock(keys) }
        for keys in keys.underEachIndexKey { try countNumber(keys) }
        try charge(stops)
    }

    /// Counts the send for every range that contains the client's address.
    func countAddresses() throws {
        for keys in keys.underEachIndexKey {
            for group in keys.addresses {
                _ = try count("address", group.hash, group.rates(limits.perAddress))
            }
        }
    }

    /// The stops because of unused codes that hold now, and that the client's address group has not caused.
    /// - Throws: ``LimitExceeded`` if the group sent unused codes that caused a stop.
    private func activeStops() throws -> [SendStop] {
        guard standing == .stranger else { return [] }
        let stops = try PrefixStopTable.stops(of: keys.prefix, in: transaction).filter { $0.until > now }
        for stop in stops {
            let isCause =
                try keys.shareGroup.map { group in
                    try transaction.first(
                        ChallengeTable.unusedCodes(
                            of: group, keys.otherKeys.first?.shareGroup, counting: stop,
                            atMost: SendLimits.reservePerGroup, at: now)
                    )?.int(0) ?? 0 >= SendLimits.reservePerGroup
                } ?? true
            if isCause { throw LimitExceeded(retryAt: stop.until) }
        }
        return stops
    }

    /// Counts the send for the number's block: for the share of the address group, then for the block itself or, if that
    /// is used up by others, for the block's reserve.
    private func countBlock(_ keys: SendKeys) throws {
        guard !limits.perBlock.isEmpty else { return }
        let sharing = try keys.shareGroup.map { try count("block share", keys.block + $0, limits.perBlockAndGroup) }
        do {
            _ = try count("block", keys.block, limits.perBlock)
        } catch let exceeded as LimitExceeded {
            guard standing == .stranger, let sharing, sharing < SendLimits.reservePerGroup else { throw exceeded }
            _ = try count("block reserve", keys.block, limits.perBlock)
        }
    }

    /// Counts the send for the number; strangers also for the share of their address group.
    private func countNumber(_ keys: SendKeys) throws {
        guard !limits.perNumber.isEmpty else { return }
        if standing == .stranger, let group = keys.shareGroup {
            _ = try count("number share", keys.phone.bytes + group, limits.perNumberAndGroup)
        }
        _ = try SendWindowTable.count(
            standing.numberScope, keys.phone.bytes, within: limits.perNumber, at: now, in: transaction)
    }

    /// Charges the send to a part of the hour's and the day's codes, and to the reserve of a stopped prefix.
    private func charge(_ stops: [SendStop]) throws {
        let sent = try standing == .stranger ? noteSend() : []
        if standing != .stranger, try isCharged(to: .own(limits)) { return }
        if let stop = stops.first(where: { !$0.isGeneral }) {
            do {
                try Quota.stoppedPrefix(stop.prefix, limits).charge(
                    shardSeed: keys.shardSeed, at: now, in: transaction)
            } catch let exceeded as LimitExceeded {
                throw LimitExceeded(retryAt: min(exceeded.retryAt, stop.until))
            }
        }
        if stops.contains(where: \.isGeneral) { return try chargeReserve() }
        do {
            try SendBudget.common(limits).charge(shardSeed: keys.shardSeed, at: now, in: transaction)
        } catch let spent as SendBudget.Spent {
            let isSpender =
                standing == .stranger
                && (keys.shareGroup == nil || sent.count { $0 >= spent.since } >= SendLimits.reservePerGroup)
            if isSpender { throw LimitExceeded(retryAt: spent.retryAt) }
            try chargeReserve()
        }
    }

    private func chargeReserve() throws {
        do {
            try SendBudget.reserve(limits).charge(shardSeed: keys.shardSeed, at: now, in: transaction)
        } catch let spent as SendBudget.Spent {
            throw LimitExceeded(retryAt: spent.retryAt)
        }
    }

    private func isCharged(to budget: SendBudget) throws -> Bool {
        do {
            try budget.charge(shardSeed: keys.shardSeed, at: now, in: transaction)
            return true
        } catch is SendBudget.Spent {
            return false
        }
    }

    /// Notes that the address group sends a code, and returns the times of its last ones before.
    private func noteSend() throws -> [Instant] {
        let noted = try keys.underEachIndexKey.compactMap(\.shareGroup).map { group in
            try SendWindowTable.note(
                "budget share", group, keeping: SendLimits.reservePerGroup, for: SendLimits.longestSpan, at: now,
                in: transaction)
        }
        return noted.max { $0.count < $1.count } ?? []
    }

    /// Counts the send under one key; returns the number of sends that were counted there before.
    private func count(_ scope: String, _ key: [UInt8], _ rates: [SendLimits.Rate]) throws -> Int {
        try SendWindowTable.count(standing.scopePrefix + scope, key, within: rates, at: now, in: transaction)
    }
}
