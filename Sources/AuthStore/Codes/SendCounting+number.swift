import Domain
import Primitives

extension SendCounting {
    /// Counts the send for the number: for the share of the address group or of the device key, then for the number
    /// itself or, if others have used that up, for the number's reserve.
    func countNumber(_ keys: SendKeys) throws {
        guard let interval = limits.perNumber.first else { return }
        let earlier = try countShare(keys)
        do {
            try countNumber("", keys, limits.perNumber)
        } catch let exceeded as LimitExceeded {
            let usedUp = exceeded.rates.filter { $0.span > interval.span }.map(\.span).max()
            guard let earlier, let usedUp, mayUseReserve(earlier, usedUp: usedUp) else { throw exceeded }
            // The shortest time between two codes holds for those of the reserve too.
            if let tooEarly = exceeded.rates.first(where: { $0.span == interval.span }) {
                throw LimitExceeded(retryAt: tooEarly.retryAt)
            }
            try countNumber(" reserve", keys, [interval] + limits.perNumberReserve)
        }
    }

    /// Counts the send for the share of the caller in the number's codes, and returns the times of the earlier codes that
    /// decide on the number's reserve: those of the device key, or of the provider's range; nil for a client without an
    /// address.
    private func countShare(_ keys: SendKeys) throws -> [Instant]? {
        switch standing {
        case .admitted, .former:
            return try countNumber(" key", keys, keyRates, of: Array(thumbprint.utf8))
        case .stranger:
            guard let group = keys.shareGroup else { return nil }
            let ofGroup = try count("number share", keys.phone.bytes + group, limits.perNumberAndGroup)
            guard let provider = keys.provider else { return ofGroup }
            return try SendWindowTable.note(
                "number provider", keys.phone.bytes + provider, keeping: 1, for: .days(1), at: now, in: transaction)
        }
    }

    /// The rates of one device key at one number. Those of codes that remove a device are higher, so that other codes do
    /// not use them up.
    private var keyRates: [SendLimits.Rate] {
        purpose == .removeDevice ? limits.perNumberAndKeyToRemove : limits.perNumberAndKey
    }

    /// True if the caller has a part in the reserve of a number whose codes are used up for a span of time: a caller that
    /// has asked for no code in that span, and a known device that asks for a code to remove another one.
    private func mayUseReserve(_ earlier: [Instant], usedUp span: Duration) -> Bool {
        if standing != .stranger, purpose == .removeDevice { return true }
        return !earlier.contains { $0 + span > now }
    }

    /// Counts the send in a window of the number, apart for each standing.
    @discardableResult
    private func countNumber(
        _ part: String, _ keys: SendKeys, _ rates: [SendLimits.Rate], of caller: [UInt8] = []
    ) throws -> [Instant] {
        try SendWindowTable.count(
            standing.numberScope + part, keys.phone.bytes + caller, within: rates, at: now, in: transaction)
    }
}
