import Domain
import Support
import Testing

/// The tables of the authentication states of parents and children, written a second time from the document.
@Suite struct `The machines of families` {
    typealias ChildRow = (from: ChildAccess.State, on: ChildAccess.Event, to: ChildAccess.State)

    /// What the document states of a child.
    static let statedOfChild: [ChildRow] = [
        (.childInviteVerify, .validCode, .childDeviceBind),
        (.childInviteVerify, .invalidCode, .childInviteVerify),
        (.childDeviceBind, .firstLogin, .childPINSetup),
        (.childPINSetup, .pinSet, .authChild),
        (.authChild, .welcome, .childHome),
        (.authChild, .appRestart, .childPINLogin),
        (.authChild, .logout, .unauthenticated),
        (.authChild, .accessRevoked, .childAccessRevoked),
        (.childPINLogin, .correctPIN, .authChild),
        (.childPINLogin, .tooManyFailures, .childAccessLocked),
        (.childPINLogin, .forgotPIN, .parentVerificationRequired),
        (.childAccessLocked, .parentUnlock, .childPINLogin),
        (.childAccessRevoked, .acknowledged, .unauthenticated),
        (.parentVerificationRequired, .parentResetsAccess, .childInviteVerify),
    ]

    /// What the rules of the document need beside it.
    static let inferredOfChild: [ChildRow] =
        [
            (.childDeviceBind, .invalidCode, .childInviteVerify),
            (.unauthenticated, .bindingKept, .childPINLogin),
            (.childPINSetup, .appRestart, .childPINSetup),
            (.childPINLogin, .wrongPIN, .childPINLogin),
            (.childPINLogin, .appRestart, .childPINLogin),
            (.childHome, .appRestart, .childPINLogin),
            (.childHome, .logout, .unauthenticated),
            (.childAccessLocked, .parentResetsAccess, .childInviteVerify),
            (.childAccessLocked, .parentUnlockBeforePIN, .childPINSetup),
        ]
        + [
            .unauthenticated, .childPINSetup, .childPINLogin, .childHome, .childAccessLocked,
            .parentVerificationRequired,
        ]
        .map { ($0, .accessRevoked, .childAccessRevoked) }
        + [
            .unauthenticated, .childPINSetup, .authChild, .childPINLogin, .childHome, .childAccessLocked,
            .parentVerificationRequired,
        ].flatMap { [($0, .reinstall, .unauthenticated), ($0, .deviceReplaced, .childInviteVerify)] }

    @Test(arguments: statedOfChild + inferredOfChild)
    func `a child's access moves as the document says`(
        from: ChildAccess.State, on: ChildAccess.Event, to: ChildAccess.State
    )
        throws
    {
        #expect(try ChildAccess.next(from, on: on).state == to)
    }

    @Test func `a child's access moves in no other way`() {
        let rows = Diagram.rows(of: ChildAccess.self)
        #expect(rows.filter { !$0.isInferred }.count == Self.statedOfChild.count)
        #expect(rows.filter { $0.isInferred }.count == Self.inferredOfChild.count)
    }

    @Test func `whatever ends a binding deletes the PIN if there may be one, and the family is told`() {
        for row in Diagram.rows(of: ChildAccess.self) where row.effects.contains("endBinding") {
            #expect(row.effects.contains("notifyFamily"), "\(row.from)")
            #expect(row.effects.contains("deletePIN") || row.from == "CHILD_PIN_SETUP", "\(row.from)")
        }
        let ending: Set<String> = ["Access revoked by parent", "Parent resets access", "Another device bound"]
        for row in Diagram.rows(of: ChildAccess.self) {
            #expect(row.effects.contains("endBinding") == ending.contains(row.event), "\(row.from) \(row.event)")
        }
    }

    @Test(.requirement("C8")) func `an event that ends a binding has a reason, and only a revocation is one`() {
        for event in ChildAccess.Event.allCases {
            let rows = Diagram.rows(of: ChildAccess.self).filter { $0.event == event.rawValue }
            #expect((BindingEnd(event) != nil) == rows.contains { $0.effects.contains("endBinding") }, "\(event)")
        }
        let revoking = ChildAccess.Event.allCases.filter { BindingEnd($0) == .accessRevoked }
        #expect(revoking == [.accessRevoked])
    }

    @Test func `a session is opened by the first PIN and by a right one alone`() {
        let opening = Diagram.rows(of: ChildAccess.self).filter { $0.effects.contains("openSession") }
        #expect(Set(opening.map(\.event)) == ["PIN set", "Correct PIN"])
    }

    typealias ParentRow = (from: ParentSession.State, on: ParentSession.Event, to: ParentSession.State)

    static let statedOfParent: [ParentRow] = [
        (.unauthenticated, .login, .authParent), (.unauthenticated, .registration, .onboardingParent),
        (.unauthenticated, .childInviteCode, .childInviteVerify), (.onboardingParent, .finishOnboarding, .authParent),
        (.authParent, .welcome, .parentHome), (.authParent, .logout, .unauthenticated),
        (.authParent, .sessionExpired, .unauthenticated), (.parentHome, .inviteChild, .childInviteCreated),
        (.parentHome, .revokeChildAccess, .childAccessRevoked),
    ]

    static let inferredOfParent: [ParentRow] = [
        (.onboardingParent, .logout, .unauthenticated), (.onboardingParent, .sessionExpired, .unauthenticated),
        (.parentHome, .logout, .unauthenticated), (.parentHome, .sessionExpired, .unauthenticated),
        (.childInviteCreated, .done, .parentHome), (.childInviteCreated, .sessionExpired, .unauthenticated),
        (.childAccessRevoked, .done, .parentHome), (.childAccessRevoked, .sessionExpired, .unauthenticated),
    ]

    @Test(arguments: statedOfParent + inferredOfParent)
    func `a parent's session moves as the document says`(
        from: ParentSession.State, on: ParentSession.Event, to: ParentSession.State
    ) throws {
        #expect(try ParentSession.next(from, on: on).state == to)
    }

    @Test func `a parent's session moves in no other way, and the first steps follow a registration alone`() {
        let rows = Diagram.rows(of: ParentSession.self)
        #expect(rows.filter { !$0.isInferred }.count == Self.statedOfParent.count)
        #expect(rows.filter { $0.isInferred }.count == Self.inferredOfParent.count)
        #expect(rows.filter { $0.to == "ONBOARDING_PARENT" }.map(\.event) == ["Parent Registration"])
        #expect(rows.filter { $0.to == "AUTH_PARENT" }.map(\.event) == ["Parent Login", "Finish onboarding"])
    }

    @Test func `a PIN is locked by its last wrong attempt, and unlocked by a parent alone`() throws {
        #expect(try PINLockout.next(.open, on: .wrongPIN).state == .open)
        #expect(try PINLockout.next(.open, on: .rightPIN).effects == [.resetAttempts])
        let locked = try PINLockout.next(.open, on: .lastWrongPIN)
        #expect(locked.state == .locked && locked.effects == [.keepAttempt, .lock])
        let open = try PINLockout.next(.locked, on: .parentUnlock)
        #expect(open.state == .open && open.effects == [.removeLock])
        #expect(Diagram.rows(of: PINLockout.self).count == 4)
        for event in [PINLockout.Event.rightPIN, .wrongPIN, .lastWrongPIN] {
            #expect(throws: Refusal<PINLockout>(state: .locked, event: event)) {
                try PINLockout.next(.locked, on: event)
            }
        }
    }
}
