import Testing

@testable import LatchkeyDevice

/// The decision about a live item for which there is an entry, over all 432 combinations of its facts.
@Suite struct ReceiveDecisionTests {
    private typealias Facts = ReceiveDecision.Facts
    private static let states: [BaseState?] = [nil, .current, .kept, .returned, .lost, .deleted]

    private func decisions(in situation: ReceiveDecision.Situation, _ base: BaseState?) -> [[ReceiveDecision]] {
        ReceiveDecision.Order.allCases.map { order in
            ReceiveDecision.Edit.allCases.map {
                ReceiveDecision(Facts(situation: situation, base: base, order: order, edit: $0))
            }
        }
    }

    @Test(
        arguments: [
            (.inFlight, .ignore), (.gone(isLive: true), .endWait), (.gone(isLive: false), .ignore),
            (.trash(isLive: true), .leaveTrash), (.trash(isLive: false), .ignore),
        ] as [(ReceiveDecision.Situation, ReceiveDecision)])
    func `outside the list of entries the situation decides alone`(
        situation: ReceiveDecision.Situation, decision: ReceiveDecision
    ) {
        for base in Self.states {
            #expect(decisions(in: situation, base) == Array(repeating: Array(repeating: decision, count: 4), count: 3))
        }
    }

    @Test func `in the list an item is taken where nothing unsent is lost, and no lost or deleted base is replaced`() {
        let ignored = Array(repeating: Array(repeating: ReceiveDecision.ignore, count: 4), count: 3)
        for base in [.lost, .deleted, .kept] as [BaseState] { #expect(decisions(in: .list, base) == ignored) }
        #expect(decisions(in: .list, nil) == Array(repeating: [.ignore, .take, .ignore, .ignore], count: 3))
        for base in [.current, .returned] as [BaseState] {
            #expect(
                decisions(in: .list, base) == [
                    ignored[0], Array(repeating: .renameBase, count: 4), [.take, .take, .merge, .ignore],
                ])
        }
    }
}
