import AuthStore
import Domain
import Primitives

/// The limits on one-time codes, as the page Auth states them, over plain lists of what has happened.
struct LimitModel {
    /// A device key that asks for codes to a number, or enters them.
    struct Caller: Hashable {
        let phone: PhoneIndex
        let key: String
    }

    private struct Send {
        let at: Instant
        let code: NewChallenge
        let isOwner: Bool
        /// The part of the installation's codes that the send was charged to.
        let part: Part
        /// True if the send was counted by the reserve of its block.
        let isFromBlockReserve: Bool
        /// True if the send was counted by the reserve of its number.
        let isFromNumberReserve: Bool
    }

    private enum Part {
        case own, common, reserve
    }

    private struct Challenge {
        let caller: Caller
        let group: [UInt8]?
        let created: Instant
        let expires: Instant
        var tries = 0
        var isOpen = true
        var isUsed = false
    }

    private struct Streak {
        var count: Int64 = 0
        var waitsUntil: Instant?
    }

    let codes: CodeLimits
    let sends: SendLimits
    /// The device keys that are admitted to the account of a number.
    let owners: Set<Caller>
    private var sent: [Send] = []
    private var challenges: [ChallengeID: Challenge] = [:]
    private var streaks: [Caller: Streak] = [:]
    /// The attempts that count as wrong codes of the installation, by their challenge and the attempt's number. Those
    /// that were made while the hourly number was used up are late.
    private var wrong: [(challenge: ChallengeID, attempt: Int, at: Instant, isLate: Bool)] = []

    init(codes: CodeLimits, sends: SendLimits, owners: Set<Caller>) {
        (self.codes, self.sends, self.owners) = (codes, sends, owners)
    }

    /// Sends a code and returns nothing; or returns the refusals that the limits allow.
    mutating func send(_ code: NewChallenge, at now: Instant) -> [NewChallenge.Outcome] {
        let caller = Caller(phone: code.phoneIndex, key: code.thumbprint), isOwner = owners.contains(caller)
        if let until = wait(of: caller, at: now) { return [.wait(until: until)] }
        let keys = code.keys, group = keys.shareGroup
        func isSame(_ other: SendKeys) -> Bool { group != nil && other.shareGroup == group }
        var retries = [
            retry(sends.perAddress, at: now) { $0.isOwner == isOwner && isSame($0.code.keys) },
            retry(sends.perBlockAndGroup, at: now) {
                $0.isOwner == isOwner && isSame($0.code.keys) && $0.code.keys.block == keys.block
            },
        ]
        if isOwner {
            retries.append(
                retry(sends.perNumberAndKey, at: now) {
                    $0.isOwner && $0.code.thumbprint == code.thumbprint && $0.code.keys.phone == keys.phone
                })
        } else {
            retries.append(
                retry(sends.perNumberAndGroup, at: now) {
                    !$0.isOwner && isSame($0.code.keys) && $0.code.keys.phone == keys.phone
                })
        }
        let block = blockRetry(keys, isOwner: isOwner, at: now)
        let (part, spent) = part(keys, isOwner: isOwner, at: now)
        let number = numberRetry(code, isOwner: isOwner, at: now)
        retries += [block.retry, spent, number.retry]
        let refusals = retries.compactMap { $0.map { NewChallenge.Outcome.sendLimit(retryAt: $0) } }
        guard refusals.isEmpty else { return refusals }
        sent.append(
            Send(
                at: now, code: code, isOwner: isOwner, part: part, isFromBlockReserve: block.isReserve,
                isFromNumberReserve: number.isReserve))
        for (id, challenge) in challenges where challenge.caller == caller { challenges[id]?.isOpen = false }
        challenges[code.id] = Challenge(caller: caller, group: group, created: now, expires: code.expires)
        return []
    }

    /// The earliest time at which a block takes another send; nil if it takes it now, perhaps from its reserve.
    private func blockRetry(
        _ keys: SendKeys, isOwner: Bool, at now: Instant
    ) -> (retry: Instant?, isReserve: Bool) {
        let inBlock = sent.filter { $0.isOwner == isOwner && $0.code.keys.block == keys.block }
        let common = retry(sends.perBlock, at: now, in: inBlock.filter { !$0.isFromBlockReserve })
        guard let common else { return (nil, false) }
        guard !isOwner, let group = keys.shareGroup else { return (common, false) }
        let longest = sends.perBlockAndGroup.map(\.span).max() ?? .zero
        let ofGroup = inBlock.filter { $0.code.keys.shareGroup == group && $0.at + longest > now }
        guard ofGroup.count < 2 else { return (common, false) }
        return (retry(sends.perBlock, at: now, in: inBlock.filter(\.isFromBlockReserve)), true)
    }

    /// The earliest time at which a number takes another send; nil if it takes it now, perhaps from its reserve.
    private func numberRetry(
        _ code: NewChallenge, isOwner: Bool, at now: Instant
    ) -> (retry: Instant?, isReserve: Bool) {
        let toNumber = sent.filter { $0.isOwner == isOwner && $0.code.keys.phone == code.keys.phone }
        let common = toNumber.filter { !$0.isFromNumberReserve }, interval = sends.perNumber.prefix(1)
        guard let retry = retry(sends.perNumber, at: now, in: common) else { return (nil, false) }
        let usedUp = sends.perNumber.dropFirst().filter { self.retry([$0], at: now, in: common) != nil }
        guard let span = usedUp.map(\.span).max(), isOwner || code.keys.shareGroup != nil else { return (retry, false) }
        let hasAsked = toNumber.contains {
            $0.at + span > now
                && (isOwner
                    ? $0.code.thumbprint == code.thumbprint : $0.code.keys.shareGroup == code.keys.shareGroup)
        }
        if hasAsked { return (retry, false) }
        if let tooEarly = self.retry(Array(interval), at: now, in: common) { return (tooEarly, false) }
        let reserve = toNumber.filter(\.isFromNumberReserve)
        return (self.retry(interval + sends.perNumberReserve, at: now, in: reserve), true)
    }

    /// The part that a send is charged to, and the time until which it is spent, if it is.
    private func part(_ keys: SendKeys, isOwner: Bool, at now: Instant) -> (part: Part, spentUntil: Instant?) {
        let tenths = (hour: sends.perHour / 10, day: sends.perDay / 10)
        func spent(_ part: Part, _ perHour: Int, _ perDay: Int) -> (until: Instant, since: Instant)? {
            for (period, limit) in [(Duration.days(1), perDay), (.hours(1), perHour)] {
                let end = end(of: period, at: now)
                let count = sent.count { $0.part == part && self.end(of: period, at: $0.at) == end }
                if count >= limit { return (end, end - period) }
            }
            return nil
        }
        if isOwner, spent(.own, tenths.hour, tenths.day) == nil { return (.own, nil) }
        let common = spent(.common, sends.perHour - 2 * tenths.hour, sends.perDay - 2 * tenths.day)
        guard let common else { return (.common, nil) }
        if !isOwner {
            let ofGroup = sent.count {
                !$0.isOwner && $0.code.keys.shareGroup == keys.shareGroup && $0.at >= common.since
            }
            if keys.shareGroup == nil || ofGroup >= 2 { return (.common, common.until) }
        }
        return (.reserve, spent(.reserve, tenths.hour, tenths.day)?.until)
    }

    /// Counts an attempt and returns its number in a row and how many the challenge has left; or returns the refusals
    /// that the limits allow.
    mutating func attempt(
        _ id: ChallengeID, by key: String, at now: Instant
    ) -> (streak: Int64, left: Int, refusals: [Attempt.Outcome]) {
        guard let challenge = challenges[id], challenge.caller.key == key else { return (0, 0, [.codeUnusable]) }
        let caller = challenge.caller, isUsable = challenge.isOpen && challenge.expires > now
        var refusals: [Attempt.Outcome] = []
        if let until = wait(of: caller, at: now) { refusals.append(.wait(until: until)) }
        if !isUsable { refusals.append(.codeUnusable) }
        if isUsable, challenge.tries >= codes.perChallenge { refusals.append(.exhausted) }
        let hour = end(of: .hours(1), at: now), isOwner = owners.contains(caller)
        let isLate =
            !isOwner
            && wrong.count { !$0.isLate && end(of: .hours(1), at: $0.at) == hour } >= sends.wrongPerHour
        if isLate, !mayAttemptLate(challenge, at: now) { refusals.append(.wait(until: hour)) }
        guard refusals.isEmpty else { return (0, 0, refusals) }
        challenges[id]?.tries += 1
        if !isOwner { wrong.append((id, challenge.tries + 1, now, isLate)) }
        var streak = streaks[caller] ?? Streak()
        if streak.waitsUntil != nil { streak = Streak() }
        streak.count += 1
        if streak.count >= codes.inARow { streak.waitsUntil = now + codes.wait }
        streaks[caller] = streak
        return (streak.count, codes.perChallenge - challenge.tries - 1, [])
    }

    /// Uses the right code of an attempt that was counted; returns false if it cannot be used any more. Attempts that
    /// were counted later stay counted.
    mutating func use(_ attempt: Attempt, at now: Instant) -> Bool {
        let id = attempt.challenge.id
        guard let challenge = challenges[id], challenge.isOpen, challenge.expires > now else { return false }
        challenges[id]?.isOpen = false
        challenges[id]?.isUsed = true
        if streaks[challenge.caller]?.count == attempt.streak { streaks[challenge.caller] = nil }
        wrong.removeAll { $0.challenge == id && $0.attempt == attempt.challenge.tries }
        return true
    }

    private func wait(of caller: Caller, at now: Instant) -> Instant? {
        streaks[caller]?.waitsUntil.flatMap { $0 > now ? $0 : nil }
    }

    /// True if neither the device key nor its address group entered too many wrong codes in the last hour.
    private func mayAttemptLate(_ challenge: Challenge, at now: Instant) -> Bool {
        let recent = challenges.values.filter { $0.created > now - .hours(1) }
        func wrongCodes(_ isCounted: (Challenge) -> Bool) -> Int {
            recent.filter(isCounted).reduce(0) { $0 + $1.tries - ($1.isUsed ? 1 : 0) }
        }
        let late = wrong.count {
            $0.isLate && challenges[$0.challenge]?.group == challenge.group && $0.at + .hours(1) > now
        }
        return wrongCodes { $0.caller.key == challenge.caller.key } == 0 && late < 5
            && (challenge.group == nil || wrongCodes { $0.group == challenge.group } < 5)
    }

    /// The earliest time at which every rate allows another one of those sends that are counted; nil if they allow it
    /// now.
    private func retry(_ rates: [SendLimits.Rate], at now: Instant, _ isCounted: (Send) -> Bool) -> Instant? {
        retry(rates, at: now, in: sent.filter(isCounted))
    }

    private func retry(_ rates: [SendLimits.Rate], at now: Instant, in sends: [Send]) -> Instant? {
        rates.compactMap { rate in
            let first = sends.map(\.at).suffix(rate.count)
            guard first.count == rate.count, let free = first.first.map({ $0 + rate.span }), free > now else {
                return nil
            }
            return free
        }.max()
    }

    private func end(of period: Duration, at time: Instant) -> Instant {
        Instant(ms: (time.ms / period.ms + 1) * period.ms)
    }
}
