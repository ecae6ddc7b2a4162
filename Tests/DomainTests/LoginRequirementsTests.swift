import Domain
import Support
import Testing

@Suite struct `The levels of a login` {
    private static func requirements(
        _ role: Role = .member, requiresPIN: Bool = false, hasPIN: Bool = false, requiresSecondFactor: Bool = false,
        hasSecondFactor: Bool = false
    ) -> LoginRequirements {
        LoginRequirements(
            role: role, requiresPIN: requiresPIN, hasPIN: hasPIN, requiresSecondFactor: requiresSecondFactor,
            hasSecondFactor: hasSecondFactor)
    }

    @Test(arguments: [
        (false, false, [SessionLevel.full, .full, .full]), (true, false, [.pinRequired, .full, .full]),
        (false, true, [.preTFA, .preTFA, .full]), (true, true, [.pinRequired, .preTFA, .full]),
    ])
    func `a login passes the PIN that is missing, then the second factor, then is full`(
        needsPIN: Bool, needsSecondFactor: Bool, levels: [SessionLevel]
    ) {
        let requirements = Self.requirements(requiresPIN: needsPIN, requiresSecondFactor: needsSecondFactor)
        #expect([.unproven, .pinRequired, .preTFA].map { requirements.level(after: $0) } == levels)
        #expect(requirements.level(after: .full) == .full)
    }

    @Test(arguments: [Role.member, .parent, .child])
    func `the group decides whether a PIN is needed, and a factor that counts is always passed`(role: Role) {
        #expect(Self.requirements(role) == Self.requirements(role, hasPIN: true))
        #expect(!Self.requirements(role, requiresPIN: true, hasPIN: true).needsPIN)
        #expect(!Self.requirements(role).needsSecondFactor)
        #expect(Self.requirements(role, hasSecondFactor: true).needsSecondFactor)
    }

    @Test(.requirement("A6"), arguments: [false, true], [false, true])
    func `an operator needs a PIN and a second factor whatever the group requires`(
        requiresPIN: Bool, requiresSecondFactor: Bool
    ) {
        for hasFactor in [false, true] {
            let missing = Self.requirements(
                .operator, requiresPIN: requiresPIN, requiresSecondFactor: requiresSecondFactor,
                hasSecondFactor: hasFactor)
            #expect(missing.needsPIN && missing.needsSecondFactor)
            let having = Self.requirements(
                .operator, requiresPIN: requiresPIN, hasPIN: true, requiresSecondFactor: requiresSecondFactor,
                hasSecondFactor: hasFactor)
            #expect(having == missing, "a PIN that exists is proven with each login")
        }
    }
}
