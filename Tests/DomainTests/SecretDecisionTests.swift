import Domain
import Testing

/// An independent copy of the table of ``SecretDecision``. Each line holds an operation, an item's state and 32
/// verdicts, one for each combination of facts.
///
/// Each verdict is one letter: a applied · n noop · c conflict · g gone · u rejected, unknown item · b rejected, body
/// required. The first eight are for the current base, the next for a lost one with nothing newer there, the next for one
/// that was lost before tombstones were erased, the last for another base. In each eight, the first four are for the same
/// content, the others for other content. In each four, the first two are forced, the others not. In each two, the first has
/// a body, the second has none.
@Suite struct SecretDecisionTests {
    // swift-format-ignore
    private static let cells: [(SecretOperation, SecretState?, String)] = [
        //                   base is current      base was lost        lost, then erasure   base is another
        //                   same     other       same     other       same     other       same     other
        (.create,  nil,      "aaaa" + "aaaa" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "aaaa" + "aaaa"),
        (.create,  .live,    "nnnn" + "cccc" +    "aaaa" + "aaaa" +    "nnnn" + "cccc" +    "nnnn" + "cccc"),
        (.create,  .trashed, "gggg" + "gggg" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "gggg" + "gggg"),
        (.create,  .deleted, "gggg" + "gggg" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "gggg" + "gggg"),
        (.update,  nil,      "gggg" + "gggg" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "gggg" + "gggg"),
        (.update,  .live,    "nnnn" + "aaaa" +    "aaaa" + "aaaa" +    "nnnn" + "cccc" +    "nnnn" + "cccc"),
        (.update,  .trashed, "gggg" + "gggg" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "gggg" + "gggg"),
        (.update,  .deleted, "gggg" + "gggg" +    "aaaa" + "aaaa" +    "gggg" + "gggg" +    "gggg" + "gggg"),
        (.trash,   nil,      "nnnn" + "nnnn" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn"),
        (.trash,   .live,    "aaaa" + "aaaa" +    "aaaa" + "aaaa" +    "aacc" + "aacc" +    "aacc" + "aacc"),
        (.trash,   .trashed, "nnnn" + "nnnn" +    "aaaa" + "aaaa" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn"),
        (.trash,   .deleted, "nnnn" + "nnnn" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn"),
        (.delete,  nil,      "nnnn" + "nnnn" +    "aaaa" + "aaaa" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn"),
        (.delete,  .live,    "aaaa" + "aaaa" +    "aaaa" + "aaaa" +    "aacc" + "aacc" +    "aacc" + "aacc"),
        (.delete,  .trashed, "aaaa" + "aaaa" +    "aaaa" + "aaaa" +    "aacc" + "aacc" +    "aacc" + "aacc"),
        (.delete,  .deleted, "nnnn" + "nnnn" +    "aaaa" + "aaaa" +    "nnnn" + "nnnn" +    "nnnn" + "nnnn"),
        (.restore, nil,      "uuuu" + "uuuu" +    "uuuu" + "uuuu" +    "uuuu" + "uuuu" +    "uuuu" + "uuuu"),
        (.restore, .live,    "nnnn" + "cncn" +    "anan" + "anan" +    "nnnn" + "cncn" +    "nnnn" + "cncn"),
        (.restore, .trashed, "aaaa" + "aaaa" +    "aaaa" + "aaaa" +    "cccc" + "cccc" +    "cccc" + "cccc"),
        (.restore, .deleted, "abab" + "abab" +    "abab" + "abab" +    "cbcb" + "cbcb" +    "cbcb" + "cbcb"),
    ]

    private static let facts: [SecretFacts] = SecretBase.allCases.flatMap { base in
        [true, false].flatMap { same in
            [true, false].flatMap { force in
                [true, false].map { body in
                    SecretFacts(base: base, sameContent: same, force: force, hasBody: body)
                }
            }
        }
    }

    @Test(arguments: cells) func `each operation on each item has the verdict of the table for all facts`(
        operation: SecretOperation, item: SecretState?, verdicts: String
    ) {
        let decided = Self.facts.map { letter(SecretDecision.decide(operation, on: item, $0)) }
        #expect(String(decided) == verdicts)
    }

    @Test func `no operation and no state is left out`() {
        let pairs = Set(Self.cells.map { "\($0.0) \($0.1?.rawValue ?? "absent")" })
        #expect(pairs.count == SecretOperation.allCases.count * (SecretState.allCases.count + 1))
    }

    @Test func `only a current or lost base or force changes an existing item`() {
        for operation in SecretOperation.allCases {
            for item in SecretState.allCases {
                for facts in Self.facts where facts.base == .stale && !facts.force {
                    #expect(SecretDecision.decide(operation, on: item, facts) != .applied)
                }
            }
        }
    }

    private func letter(_ verdict: SecretVerdict) -> Character {
        switch verdict {
        case .applied: "a"
        case .noop: "n"
        case .conflict: "c"
        case .gone: "g"
        case .rejected(.unknownItem): "u"
        case .rejected(.bodyRequired): "b"
        }
    }
}
