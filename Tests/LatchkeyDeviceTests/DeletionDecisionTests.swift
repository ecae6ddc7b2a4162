import Testing

@testable import LatchkeyDevice

/// The decision about a deletion, over all 84 combinations of its facts.
@Suite struct DeletionDecisionTests {
    private typealias Facts = DeletionDecision.Facts
    private static let contents: [DeletionDecision.DeletedContent] = [
        .inRow(isSame: true), .inRow(isSame: false), .unknown,
        .remembered(isSame: true, isOlder: true), .remembered(isSame: true, isOlder: false),
        .remembered(isSame: false, isOlder: true), .remembered(isSame: false, isOlder: false),
    ]
    private static let all = DeletionDecision.BroughtBack.allCases.flatMap { broughtBack in
        contents.flatMap { deleted in
            DeletionDecision.Origin.allCases.map { Facts(broughtBack: broughtBack, deleted: deleted, origin: $0) }
        }
    }

    @Test func `a deletion stands against the deleted version, against equal content, and otherwise by its memory`() {
        #expect(Self.all.count == 84)
        for facts in Self.all {
            let (isSame, isOlder) =
                if case .remembered(let isSame, let isOlder) = facts.deleted { (isSame, isOlder) } else {
                    (false, false)
                }
            let isChanged = facts.broughtBack == .nothing && facts.origin == .changed
            let isMemorySure = isSame || isOlder && facts.origin == .restoredDatabase
            let stands =
                facts.broughtBack == .deletedOrEarlier || facts.deleted == .inRow(isSame: true)
                || facts.broughtBack != .later && !isChanged && isMemorySure
            #expect(DeletionDecision(facts) == (stands ? .stands : .yields), "\(facts)")
        }
    }
}
