import Domain
import Primitives
import Testing

@Suite struct `The rule of confirmations` {
    private static let now = Instant(ms: 1_000_000_000)
    private static let later = now + .hours(1)

    /// The verdicts without a hold, during one and after a settled one, for each act and each means of confirmation.
    private static func expected(_ act: ConfirmedAct, _ confirmation: ActConfirmation) -> [ActVerdict] {
        let held = ActVerdict.refused(.held(until: later)), unconfirmed = ActVerdict.refused(.confirmationRequired)
        return switch (act, confirmation) {
        case (_, .administrator): [.takesEffect, .takesEffect, .takesEffect]
        case (_, .ownSecret(let start)):
            Array(repeating: start > now ? .refused(.tooNew(until: start)) : .takesEffect, count: 3)
        case (.admitItself, _): [unconfirmed, unconfirmed, unconfirmed]
        case (.removeDevice, .none): [unconfirmed, held, held]
        case (.removeDevice, .message): [.suspends, held, held]
        case (.admitDevice, _), (.makeFirstCodes, _): [.takesEffect, held, .takesEffect]
        case (.replaceCodes, .none): [unconfirmed, held, unconfirmed]
        case (.replaceCodes, .message): [.takesEffect, held, .takesEffect]
        case (.deleteAccount, .none): [unconfirmed, held, held]
        case (.deleteAccount, .message): [.takesEffect, held, held]
        }
    }

    @Test(arguments: ConfirmedAct.allCases)
    func `decides by act, confirmation and hold`(act: ConfirmedAct) {
        let confirmations: [ActConfirmation] = [
            .none, .message, .ownSecret(countsFrom: Self.now), .ownSecret(countsFrom: Self.now - .milliseconds(1)),
            .ownSecret(countsFrom: Self.now + .milliseconds(1)), .administrator,
        ]
        for confirmation in confirmations {
            let holds: [HoldState] = [.none, .open(until: Self.later), .settled(until: Self.later)]
            let verdicts = holds.map {
                ConfirmationRule.verdict(on: act, confirmedBy: confirmation, during: $0, at: Self.now)
            }
            #expect(verdicts == Self.expected(act, confirmation), "\(confirmation)")
        }
    }

    @Test
    func `new codes count at once if an older secret confirms them or the account is new, and else after 72 hours`() {
        let old = ActConfirmation.ownSecret(countsFrom: Self.now)
        let start = { ConfirmationRule.secretCounts(madeAt: Self.now, by: $0, for: $1) - Self.now }
        #expect(start(old, .replaceCodes) == .zero)
        #expect(start(.none, .makeFirstCodes) == .zero)
        #expect(start(.administrator, .replaceCodes) == .zero)
        #expect(start(.message, .replaceCodes) == .hours(72))
        #expect(start(.none, .replaceCodes) == .hours(72))
    }

    @Test(arguments: [
        (Duration.minutes(10) - .milliseconds(1), false, ConfirmedAct.makeFirstCodes),
        (.minutes(10), false, .replaceCodes), (.zero, true, .replaceCodes),
    ])
    func `the first codes are those that are made within ten minutes of the registration`(
        age: Duration, hasHadCodes: Bool, act: ConfirmedAct
    ) {
        #expect(ConfirmationRule.codesAct(registered: Self.now - age, hasHadCodes: hasHadCodes, at: Self.now) == act)
    }
}
