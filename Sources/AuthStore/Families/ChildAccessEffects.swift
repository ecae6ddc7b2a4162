import Domain
import Primitives
import SQL

/// Carries out the effects of a transition of ``ChildAccess`` in the table's order, inside the transaction of the
/// transition, which has locked the child, and the family where the effects give notices.
struct ChildAccessEffects {
    struct MissingInput: Error {
        let effect: ChildAccess.Effect
    }

    let child: AccountRecord
    let now: Instant
    let transaction: any Transaction
    /// The family that `notifyFamily` gives notices to.
    var family: LockedFamily?
    /// The binding that the transition changes.
    var binding: ChildBindingRecord?
    /// The ticket that `issueTicket` stores: its keyed hash, and the device key.
    var ticket: (hash: [UInt8], invite: FamilyInviteRecord, thumbprint: String)?
    /// The device that `bindDevice` binds.
    var device: NewBinding?
    /// The session that `openSession` opens, on the device of the binding.
    var session: NewSession?

    init(on child: AccountRecord, at now: Instant, in transaction: any Transaction) {
        self.child = child
        self.now = now
        self.transaction = transaction
    }

    /// The transition of the binding's state on an event.
    ///
    /// - Parameter binding: the binding that has the state, if there is one.
    /// - Throws: ``FamilyRefused/move(_:_:of:)`` if the tables have none.
    static func transition(
        from state: ChildAccess.State, on event: ChildAccess.Event, of binding: BindingID? = nil
    ) throws -> Transition<ChildAccess> {
        do {
            return try ChildAccess.next(state, on: event)
        } catch { throw FamilyRefused.move(error.state, error.event, of: binding) }
    }

    /// Carries out the transition of the binding on an event and stores the state that it leads to.
    func carryOut(_ event: ChildAccess.Event) throws {
        guard let binding else { throw FamilyRefused.notBound }
        let transition = try Self.transition(from: binding.state, on: event, of: binding.id)
        try carryOut(transition, on: event)
        if !transition.effects.contains(.endBinding) {
            try transaction.run(ChildBindingTable.setState(transition.state, of: binding.id))
        }
    }

    /// Carries out a transition that begins without a binding.
    func carryOut(_ transition: Transition<ChildAccess>, on event: ChildAccess.Event) throws {
        for effect in transition.effects {
            switch effect {
            case .issueTicket: try issueTicket(effect)
            case .bindDevice: try bind(transition.state, effect)
            case .openSession: try openSession(effect)
            case .endSessions: try endSessions(because: Self.end(on: event))
            case .deletePIN: try transaction.batch(ChildTable.deletePIN(of: child.id))
            case .endBinding: try endBinding(in: transition.state, on: event, effect)
            case .notifyFamily: try notifyFamily(of: event, effect)
            }
        }
    }

    /// The reason for which an event ends the child's sessions. A revocation alone lets the device delete what it has.
    private static func end(on event: ChildAccess.Event) -> SessionEnd {
        switch event {
        case .accessRevoked: .deviceRevoked
        case .logout: .sessionRevoked
        default: .loginRequired
        }
    }

    private func issueTicket(_ effect: ChildAccess.Effect) throws {
        guard let ticket else { throw MissingInput(effect: effect) }
        try transaction.run(
            FamilyInviteTable.storeTicket(
                ticket.hash, for: ticket.invite, thumbprint: ticket.thumbprint,
                expires: min(ticket.invite.expires, now + NewBinding.ticketLifetime)))
    }

    /// Uses the invite up, ends the child's former binding, and binds the device key.
    private func bind(_ state: ChildAccess.State, _ effect: ChildAccess.Effect) throws {
        guard let device, let family else { throw MissingInput(effect: effect) }
        guard try FamilyInviteTable.consume(device.invite, of: child.id, at: now, in: transaction) else {
            throw FamilyRefused.inviteInvalid
        }
        if let former = try ChildBindingTable.read(of: child.id, in: transaction) {
            guard former.thumbprint != device.session.thumbprint else { throw FamilyRefused.deviceBound }
            var ending = ChildAccessEffects(on: child, at: now, in: transaction)
            ending.family = family
            ending.binding = former
            try ending.carryOut(.deviceReplaced)
        }
        let row = try AccountDeviceTable.upsert(
            device.id, of: child.id, thumbprint: device.session.thumbprint, publicKey: device.session.publicKey,
            name: device.session.name, at: now, in: transaction)
        guard let row else { throw FamilyRefused.inviteInvalid }
        try transaction.run(AccountDeviceTable.admit(row.id, of: child.id))
        guard
            try ChildBindingTable.insert(
                device.binding, of: child.id, on: row, by: device.invite, in: state, at: now, in: transaction)
        else { throw FamilyRefused.deviceBound }
    }

    private func openSession(_ effect: ChildAccess.Effect) throws {
        guard let session, let binding else { throw MissingInput(effect: effect) }
        guard let device = try device(of: binding) else { throw FamilyRefused.notBound }
        try endSessions(because: .loginRequired)
        try transaction.run(AccountDeviceTable.setLastUse(of: device.id, of: child.id, at: now))
        try SessionTable.append(session, of: child, on: device, level: .full, at: now, in: transaction)
    }

    private func endSessions(because end: SessionEnd) throws {
        for session in try SessionTable.notEnded(of: child.id, in: transaction) {
            try SessionTable.end(session.id, of: child.id, because: end, at: now, in: transaction)
        }
    }

    /// Ends the binding with whatever session its device still has, and the admission of the device.
    private func endBinding(
        in state: ChildAccess.State, on event: ChildAccess.Event, _ effect: ChildAccess.Effect
    ) throws {
        guard let binding, let end = BindingEnd(event) else { throw MissingInput(effect: effect) }
        try transaction.run(ChildBindingTable.end(binding.id, in: state, because: end, at: now))
        try transaction.run(AccountDeviceTable.withdrawAdmission(binding.device, of: child.id))
        try endSessions(because: Self.end(on: event))
    }

    /// Gives a notice to the child and to each parent.
    private func notifyFamily(of event: ChildAccess.Event, _ effect: ChildAccess.Effect) throws {
        guard let family, let kind = Self.notice(of: event) else { throw MissingInput(effect: effect) }
        let device = try (binding ?? ChildBindingTable.read(of: child.id, in: transaction)).flatMap {
            try self.device(of: $0)
        }
        try NoticeTable.appendToFamily(
            kind, about: device, child: child.id, parents: family.parents, at: now, in: transaction)
    }

    private static func notice(of event: ChildAccess.Event) -> NoticeKind? {
        switch event {
        case .firstLogin: .childDeviceBound
        case .accessRevoked, .deviceReplaced: .childAccessRevoked
        case .tooManyFailures: .childAccessLocked
        case .forgotPIN: .childPINForgotten
        case .parentUnlock, .parentUnlockBeforePIN: .childAccessUnlocked
        case .parentResetsAccess: .childAccessReset
        case .validCode, .invalidCode, .pinSet, .welcome, .appRestart, .logout, .correctPIN, .wrongPIN, .bindingKept,
            .reinstall, .acknowledged:
            nil
        }
    }

    private func device(of binding: ChildBindingRecord) throws -> DeviceRecord? {
        try AccountDeviceTable.all(of: child.id, in: transaction).first { $0.id == binding.device }
    }
}
