import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Binds a device key to the child of its ticket: uses the invite up, and ends the former binding of the child.
    ///
    /// - Parameters:
    ///   - tickets: the keyed hashes of the ticket under every key in use.
    ///   - challenge: the challenge for making the PIN, which is opened in the same transaction.
    /// - Throws: ``FamilyRefused``.
    public func bind(
        _ device: NewSession.Device, showing tickets: [[UInt8]], as binding: BindingID, _ id: DeviceID,
        opening challenge: NewPINChallenge, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> Repeatable<OpenedChildChallenge> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            let found = try FamilyInviteTable.ticket(
                tickets, thumbprint: device.thumbprint, at: now, in: transaction)
            guard let found else { throw FamilyRefused.inviteInvalid }
            let family = try LockedFamily(of: found.child, in: transaction)
            let event = ChildAccess.Event.firstLogin
            let transition = try ChildAccessEffects.transition(from: .childDeviceBind, on: event)
            var effects = ChildAccessEffects(on: family.child, at: now, in: transaction)
            effects.family = family
            effects.device = NewBinding(binding: binding, id: id, session: device, invite: found.invite)
            try effects.carryOut(transition, on: event)
            let opened = try Self.open(
                challenge, on: family.child, thumbprint: device.thumbprint, at: now, in: transaction)
            if let key = idempotencyKey {
                try transaction.batch(IdempotencyTable.store(opened.challenge.id.bytes, for: key))
            }
            return opened
        }
    }

    /// Opens the challenge with which the bound device makes or proves its PIN. The app has started: its former session
    /// ends.
    /// - Throws: ``FamilyRefused``.
    public func openChildChallenge(
        _ challenge: NewPINChallenge, at now: Instant
    ) async throws -> OpenedChildChallenge {
        try await change { transaction in
            guard let bound = try ChildBindingTable.read(thumbprint: challenge.thumbprint, in: transaction),
                let child = try LockedFamily.lockChild(bound.child, in: transaction),
                let binding = try ChildBindingTable.read(thumbprint: challenge.thumbprint, in: transaction),
                binding.child == child.id
            else { throw FamilyRefused.notBound }
            var effects = ChildAccessEffects(on: child, at: now, in: transaction)
            effects.binding = binding
            try effects.carryOut(binding.state == .unauthenticated ? .bindingKept : .appRestart)
            return try Self.open(challenge, on: child, thumbprint: challenge.thumbprint, at: now, in: transaction)
        }
    }

    /// Opens a challenge for the PIN of a bound device: to prove it, or to make it in CHILD_PIN_SETUP.
    private static func open(
        _ new: NewPINChallenge, on child: AccountRecord, thumbprint: String, at now: Instant,
        in transaction: any Transaction
    ) throws -> OpenedChildChallenge {
        guard let binding = try ChildBindingTable.read(thumbprint: thumbprint, in: transaction), binding.ended == nil
        else { throw FamilyRefused.notBound }
        let pin = try PINTable.read(child.id, in: transaction)
        let last = try ChildTable.lastPINGeneration(of: child.id, in: transaction)
        let opened = try PINChallengeTable.replace(
            with: new.with(purpose: binding.state == .childPINSetup ? .enrol : .login), of: child, generation: last,
            at: now, in: transaction)
        guard let opened else { throw FamilyRefused.challengeUnusable }
        return OpenedChildChallenge(challenge: opened, binding: binding, pin: pin)
    }

    /// The binding of a device key that holds, else the last one that has ended, with the wrong PINs in a row of the child;
    /// nil if there was none.
    public func binding(thumbprint: String) async throws -> (binding: ChildBindingRecord, attempts: Int)? {
        try await database.read { [servedGroups] transaction in
            guard let binding = try ChildBindingTable.read(thumbprint: thumbprint, in: transaction),
                let child = try AccountTable.read(binding.child, in: transaction), servedGroups.contains(child)
            else { return nil }
            return (binding, Int(try PINTable.read(binding.child, in: transaction)?.attempts ?? 0))
        }
    }

    /// A challenge that a bound device has opened, again after a lost answer; nil if another one has taken its place.
    public func childChallenge(_ id: PINChallengeID, thumbprint: String) async throws -> OpenedChildChallenge? {
        try await database.read { transaction in
            guard let binding = try ChildBindingTable.read(thumbprint: thumbprint, in: transaction),
                binding.ended == nil, let challenge = try PINChallengeTable.read(id, in: transaction),
                challenge.account == binding.child, challenge.thumbprint == thumbprint
            else { return nil }
            return OpenedChildChallenge(
                challenge: challenge, binding: binding, pin: try PINTable.read(binding.child, in: transaction))
        }
    }
}

/// An open challenge of a bound device.
public struct OpenedChildChallenge: Sendable, Hashable {
    public let challenge: PINChallengeRecord
    public let binding: ChildBindingRecord
    /// The PIN to prove; nil if it is to be made.
    public let pin: PINRecord?
}
