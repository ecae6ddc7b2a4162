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
        case (.changeSecret, .ownSecret(let start)) where start > now:
            [.takesEffect, .refused(.tooNew(until: start)), .takesEffect]
        case (_, .ownSecret(let start)):
            Array(repeating: start > now ? .refused(.tooNew(until: start)) : .takesEffect, count: 3)
        case (.admitItself, _), (.changeSecret, _): [unconfirmed, unconfirmed, unconfirmed]
        case (.removeDevice, .none): [unconfirmed, held, held]
        case (.removeDevice, .message): [.suspends, held, held]
        case (.admitDevice, _), (.makeFirstSecret, _): [.takesEffect, held, .takesEffect]
        case (.makeSecret, .none), (.inviteToFamily, _): [unconfirmed, held, unconfirmed]
        case (.makeSecret, .message): [.takesEffect, held, .takesEffect]
        case (.deleteAccount, .none), (.changeNumber, .none): [unconfirmed, held, held]
        case (.deleteAccount, .message), (.changeNumber, .message): [.takesEffect, held, held]
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
    func `a new secret counts at once if an older one confirms it or the account is new, and else after 72 hours`() {
        let old = ActConfirmation.ownSecret(countsFrom: Self.now)
        let start = { ConfirmationRule.secretCounts(madeAt: Self.now, by: $0, for: $1) - Self.now }
        #expect(start(old, .makeSecret) == .zero)
        #expect(start(.none, .makeFirstSecret) == .zero)
        #expect(start(.administrator, .makeSecret) == .zero)
        #expect(start(.message, .makeSecret) == .hours(72))
        #expect(start(.none, .makeSecret) == .hours(72))
        #expect(start(.ownSecret(countsFrom: Self.later), .changeSecret) == .hours(1))
    }

    @Test(arguments: [
        (Duration.minutes(10) - .milliseconds(1), false, ConfirmedAct.makeFirstSecret),
        (.minutes(10), false, .makeSecret), (.zero, true, .makeSecret),
    ])
    func `the first codes are those that are made within ten minutes of the registration`(
        age: Duration, hasHadOne: Bool, act: ConfirmedAct
    ) {
        #expect(ConfirmationRule.secretAct(registered: Self.now - age, hasHadOne: hasHadOne, at: Self.now) == act)
    }
}
