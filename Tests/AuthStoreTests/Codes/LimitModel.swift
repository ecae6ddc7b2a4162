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
        /// True if the send was charged to the tenth of the day that is reserved for owners.
        let isReserved: Bool
    }

    private struct Challenge {
        let caller: Caller
        let expires: Instant
        var tries = 0
        var isOpen = true
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
    /// The attempts that count as wrong codes of the installation, by their challenge and the attempt's number.
    private var wrong: [(challenge: ChallengeID, attempt: Int, at: Instant)] = []

    init(codes: CodeLimits, sends: SendLimits, owners: Set<Caller>) {
        (self.codes, self.sends, self.owners) = (codes, sends, owners)
    }

    /// Sends a code and returns nothing; or returns the refusals that the limits allow.
    mutating func send(_ code: NewChallenge, at now: Instant) -> [NewChallenge.Outcome] {
        let caller = Caller(phone: code.phoneIndex, key: code.thumbprint), isOwner = owners.contains(caller)
        if let until = wait(of: caller, at: now) { return [.wait(until: until)] }
        var retries = [
            retry(sends.perNumber, isOwner, at: now) { $0.phone == code.keys.phone },
            retry(sends.perBlock, isOwner, at: now) { $0.block == code.keys.block },
        ]
        if let address = code.keys.address {
            retries.append(retry(sends.perAddress, isOwner, at: now) { $0.address == address })
        }
        let day = Duration.days(1), today = sent.filter { end(of: day, at: $0.at) == end(of: day, at: now) }
        let reserved = sends.perDay / 10
        let isReserved = isOwner && today.filter(\.isReserved).count < reserved
        if !isReserved, today.filter({ !$0.isReserved }).count >= sends.perDay - reserved {
            retries.append(end(of: day, at: now))
        }
        let refusals = retries.compactMap { $0.map { NewChallenge.Outcome.sendLimit(retryAt: $0) } }
        guard refusals.isEmpty else { return refusals }
        sent.append(Send(at: now, code: code, isOwner: isOwner, isReserved: isReserved))
        for (id, challenge) in challenges where challenge.caller == caller { challenges[id]?.isOpen = false }
        challenges[code.id] = Challenge(caller: caller, expires: code.expires)
        return []
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
        if !isOwner, wrong.filter({ end(of: .hours(1), at: $0.at) == hour }).count >= sends.wrongPerHour {
            refusals.append(.wait(until: hour))
        }
        guard refusals.isEmpty else { return (0, 0, refusals) }
        challenges[id]?.tries += 1
        if !isOwner { wrong.append((id, challenge.tries + 1, now)) }
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
        if streaks[challenge.caller]?.count == attempt.streak { streaks[challenge.caller] = nil }
        wrong.removeAll { $0.challenge == id && $0.attempt == attempt.challenge.tries }
        return true
    }

    private func wait(of caller: Caller, at now: Instant) -> Instant? {
        streaks[caller]?.waitsUntil.flatMap { $0 > now ? $0 : nil }
    }

    /// The earliest time at which every rate allows another send of owners, or of others, under one key; nil if they
    /// allow it now.
    private func retry(
        _ rates: [SendLimits.Rate], _ isOwner: Bool, at now: Instant, _ isCounted: (SendKeys) -> Bool
    ) -> Instant? {
        let times = sent.filter { $0.isOwner == isOwner && isCounted($0.code.keys) }.map(\.at)
        return rates.compactMap { rate in
            let first = times.suffix(rate.count)
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
