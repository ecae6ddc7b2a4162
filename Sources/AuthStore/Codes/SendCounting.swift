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
    /// The device key that asks for the code, and what the code is for.
    let thumbprint: String, purpose: CodePurpose
    let now: Instant
    let transaction: any Transaction

    func count() throws {
        try countAddresses()
        let stops = try activeStops()
        for keys in keys.underEachIndexKey { try countBlock(keys) }
        for keys in keys.underEachIndexKey { try countNumber(keys) }
        try charge(stops)
    }

    /// Counts the send for every range that contains the client's address, by full hours for the ranges of a provider.
    func countAddresses() throws {
        for keys in keys.underEachIndexKey {
            for group in keys.addresses where group.isProviderRange {
                for quota in Quota.provider(group, standing.scopePrefix + "address", limits.perAddress) {
                    try quota.charge(shardSeed: keys.shardSeed, at: now, in: transaction)
                }
            }
        }
        for keys in keys.underEachIndexKey {
            for group in keys.addresses where !group.isProviderRange {
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
            guard standing == .stranger, let sharing, sharing.count < SendLimits.reservePerGroup else {
                throw exceeded
            }
            if let provider = keys.provider {
                _ = try count("block reserve share", keys.block + provider, limits.perBlockAndGroup)
            }
            _ = try count("block reserve", keys.block, limits.perBlock)
        }
    }

    /// Charges the send to a part of the hour's and the day's codes, and to the reserve of a stopped prefix.
    private func charge(_ stops: [SendStop]) throws {
        let sent = try standing == .stranger ? noteSend() : []
        if standing != .stranger, try isCharged(to: .own(limits)) { return }
        if let stop = stops.first(where: { !$0.isGeneral }) {
            do {
                if let provider = keys.provider {
                    try Quota.stoppedPrefix(stop.prefix, ofProvider: provider, limits)
                        .charge(shardSeed: keys.shardSeed, at: now, in: transaction)
                }
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

    /// Charges the send to the reserve of the hour and of the day, for strangers first to their provider's share of it.
    private func chargeReserve() throws {
        do {
            if standing == .stranger {
                for provider in keys.underEachIndexKey.compactMap(\.provider) {
                    try SendBudget.reserve(ofProvider: provider, limits)
                        .charge(shardSeed: keys.shardSeed, at: now, in: transaction)
                }
            }
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

    /// Counts the send under one key; returns the times of the sends that were counted there before.
    func count(_ scope: String, _ key: [UInt8], _ rates: [SendLimits.Rate]) throws -> [Instant] {
        try SendWindowTable.count(standing.scopePrefix + scope, key, within: rates, at: now, in: transaction)
    }
}
