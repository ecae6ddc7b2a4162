import Testing

@testable import LatchkeyDevice

/// The decision about a deleted or absent item, over all 28 combinations of its facts.
@Suite struct RemovalDecisionTests {
    private static let situations: [RemovalDecision.Situation] = [
        .awaitsAnswer, .inTrash, .deletedBefore, .deletedHere, .edited, .returned, .unedited,
    ]

    @Test(
        arguments: [
            (.tombstone(isLater: false), Array(repeating: .ignore, count: 7)),
            (
                .tombstone(isLater: true),
                [
                    .ignore, .replaceTombstone, .restoreOnTombstone, .erase, .askPerson, .moveToTrash(.restorableAtEnd),
                    .moveToTrash(.erasedAtEnd),
                ]
            ),
            (
                .absence(isExplained: true),
                [.ignore, .ignore, .ignore, .erase, .askPerson, .askPerson, .moveToTrash(.restorableAtEnd)]
            ),
            (
                .absence(isExplained: false),
                [.ignore, .ignore, .ignore, .erase, .askPerson, .askPerson, .askPerson]
            ),
        ] as [(RemovalDecision.Cause, [RemovalDecision])])
    func `an entry is erased only if it was deleted here too, and the person is asked wherever an edit would be lost`(
        cause: RemovalDecision.Cause, decisions: [RemovalDecision]
    ) {
        #expect(Self.situations == RemovalDecision.Situation.allCases)
        #expect(Self.situations.map { RemovalDecision(.init(cause: cause, situation: $0)) } == decisions)
    }
}
