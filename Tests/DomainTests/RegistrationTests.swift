import Domain
import Support
import Testing

@Suite struct RegistrationTests {
    /// The table of the registration-states document and its additions, written a second time.
    private static let rows:
        [(from: Registration.State, on: Registration.Event, to: Registration.State, does: [Registration.Effect])] = [
            (.invalid, .start, .startedRegistration, [.sendCode]),
            (.invalid, .startUnverified, .activated, []),
            (.startedRegistration, .restart, .startedRegistration, [.sendCode]),
            (.startedRegistration, .wrongCode, .startedRegistration, []),
            (.startedRegistration, .confirm, .registered, [.openSession]),
            (.startedRegistration, .delete, .invalid, [.deleteRegistration]),
            (.registered, .tooManyFailedLogins, .blocked, [.answerBlocked]),
            (.registered, .delete, .invalid, [.endSessions, .deleteAccount]),
            (.activated, .confirm, .registered, [.openSession]),
            (.activated, .delete, .invalid, [.deleteRegistration]),
            (.blocked, .start, .startedRegistration, [.sendCode]),
            (.blocked, .delete, .invalid, [.endSessions, .deleteAccount]),
            (
                .startedRegistration, .confirmAgain, .registered,
                [.endSessions, .revokeCredentials, .awaitApproval, .openUnproven]
            ),
            (.startedRegistration, .cancelBlocked, .blocked, [.deleteRegistration]),
            (.startedRegistration, .expire, .invalid, [.deleteRegistration]),
            (.startedRegistration, .expireBlocked, .blocked, [.deleteRegistration]),
            (
                .activated, .confirmAgain, .registered,
                [.endSessions, .revokeCredentials, .awaitApproval, .openUnproven]
            ),
            (.activated, .cancelBlocked, .blocked, [.deleteRegistration]),
            (.activated, .expire, .invalid, [.deleteRegistration]),
            (.activated, .expireBlocked, .blocked, [.deleteRegistration]),
            (.blocked, .startUnverified, .activated, []),
        ]

    @Test(arguments: rows) func `each transition has the state and the effects of the table`(
        from: Registration.State, on: Registration.Event, to: Registration.State, does: [Registration.Effect]
    ) throws {
        let transition = try Registration.next(from, on: on)
        #expect(transition.state == to)
        #expect(transition.effects == does)
    }

    @Test(.requirement("R1")) func `there are no other transitions`() {
        #expect(Diagram.rows(of: Registration.self).count == Self.rows.count)
    }

    @Test func `a second start is refused, and the refusal names the state and the event`() {
        #expect(throws: Refusal<Registration>(state: .startedRegistration, event: .start)) {
            try Registration.next(.startedRegistration, on: .start)
        }
        #expect(
            Refusal<Registration>(state: .startedRegistration, event: .start).description
                == "Registration: StartRegistration is not possible in STARTED_REGISTRATION")
    }

    @Test(arguments: [
        (Registration.State.invalid, "INVALID"), (.startedRegistration, "STARTED_REGISTRATION"),
        (.registered, "REGISTERED"), (.activated, "ACTIVATED"), (.blocked, "BLOCKED"),
    ])
    func `states have the document's tokens as raw values`(state: Registration.State, token: String) {
        #expect(state.rawValue == token)
    }

    @Test(.requirement("R2"))
    func `a blocked person registers again with an unproven session, whatever happens in between`() throws {
        var walk = RandomWalk()
        var (state, blocked) = (Registration.initial, false)
        for _ in 0..<20_000 {
            let event = try #require(Registration.Event.allCases.randomElement(using: &walk))
            // The caller's classification: a blocked account confirms again, and its registration expires, or is
            // cancelled, to blocked. An event that deletes the account is possible in either case.
            let possible: Bool =
                switch event {
                case .confirm, .expire: !blocked
                case .confirmAgain, .expireBlocked, .cancelBlocked: blocked
                case .start, .startUnverified, .restart, .wrongCode, .tooManyFailedLogins: true
                case .delete: !blocked || state == .blocked
                }
            guard possible, let transition = Registration.transition(from: state, on: event) else { continue }
            if blocked { #expect(!transition.effects.contains(.openSession), "\(walk.note)") }
            if transition.state == .blocked { blocked = true }
            if transition.effects.contains(.openUnproven) || transition.state == .invalid {
                #expect(!blocked || transition.effects.contains(.endSessions) || event == .delete, "\(walk.note)")
                blocked = false
            }
            state = transition.state
        }
    }
}
