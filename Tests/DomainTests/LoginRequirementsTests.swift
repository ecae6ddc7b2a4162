import Domain
import Testing

@Suite struct `The levels of a login` {
    @Test(arguments: [
        (false, false, [SessionLevel.full, .full, .full]), (true, false, [.pinRequired, .full, .full]),
        (false, true, [.preTFA, .preTFA, .full]), (true, true, [.pinRequired, .preTFA, .full]),
    ])
    func `a login passes the PIN that is missing, then the second factor, then is full`(
        needsPIN: Bool, needsSecondFactor: Bool, levels: [SessionLevel]
    ) {
        let requirements = LoginRequirements(needsPIN: needsPIN, needsSecondFactor: needsSecondFactor)
        #expect([.unproven, .pinRequired, .preTFA].map { requirements.level(after: $0) } == levels)
        #expect(requirements.level(after: .full) == .full)
    }
}
