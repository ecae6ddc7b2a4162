import Contracts
import Domain
import Primitives

/// Why a child's device is not bound any more, although nobody has withdrawn its access. It keeps its entries, locked.
enum BindingLoss {
    /// Another device was bound to the child.
    case replaced
    /// Auth speaks about another binding of this device, because its database was restored or the device's own store was.
    case otherBinding
    /// A parent has withdrawn an access, and the device cannot tell whether it was its own, because it was bound by an
    /// earlier version and has stored no identifier.
    case unnamed
    /// Auth does not know this device.
    case unknown

    /// What the person is told.
    var notice: String {
        let reason =
            switch self {
            case .replaced: "Another device of the child has taken the place of this one."
            case .otherBinding: "The service knows another binding of this device than the device itself."
            case .unnamed:
                "A parent has withdrawn an access of this device, which does not know if it was its present one."
            case .unknown: "The service does not know this device any more."
            }
        let advice =
            switch self {
            case .replaced, .unnamed, .unknown: "A new invite of a parent opens them here again."
            case .otherBinding:
                "They open here again after a parent has withdrawn the access of this device and has made a new invite."
            }
        return "\(reason) Nothing was removed from it: its entries are kept and locked. \(advice)"
    }
}

extension StoreTransaction {
    /// Ends the access that a parent has withdrawn. Synchronised entries are deleted if it is the access of the binding that this
    /// device has; what the server does not have stays. The end of any other binding deletes nothing.
    mutating func endAccess(of binding: BindingID?) throws {
        guard let child = profile.child, child.isBound else { return }
        guard child.has(binding) else { return profile.lose(child.bindingId == nil ? .unnamed : .otherBinding) }
        try apply(.refused(.deviceRevoked), reason: Device.explanation(.deviceRevoked))
    }

    /// Ends the access to a child whose account was deleted. The server has no copy of its entries any more, so they stay here and
    /// wait for the person's choice. After the group's offline hours the synchronised ones cannot be opened any more.
    mutating func endDeletedChild() throws {
        guard profile.child?.isBound == true else { return }
        try apply(
            .accountDeletedElsewhere, reason: "The child's account was deleted by a parent or by the administrator.")
        profile.child?.isDeleted = true
    }

    /// Stores the state of the access that auth has named. A device that auth does not know belongs to no child.
    mutating func follow(_ answer: ChildState.Answer, _ random: RandomSource) throws {
        guard let child = answer.childId else { return try followEnd(answer) }
        guard profile.adoptBinding(named: answer.bindingId) else { return }
        if profile.child?.childId != child {
            guard let own = profile.child, !own.isBound, own.state != .childAccessRevoked else { return }
            // The binding whose answer was lost: its PIN is to be made, so its secret can be made now too. A device
            // without a ticket has asked for no binding, so the named one is a restored one that it has given up.
            guard answer.state == .childPINSetup, own.ticket != nil else { return profile.lose(.otherBinding) }
            profile.bind(to: child, by: answer.bindingId, random)
        }
        profile.follow(answer.state)
        profile.child?.attemptsLeft = answer.attemptsLeft
    }

    private mutating func followEnd(_ answer: ChildState.Answer) throws {
        guard profile.child?.isBound == true else { return }
        switch answer.state {
        case .childAccessRevoked: try endAccess(of: answer.bindingId)
        case .unauthenticated: profile.forgetBinding()
        case .childInviteVerify where answer.endedBy?.value == .deviceReplaced: profile.lose(.replaced)
        case .childInviteVerify: profile.follow(.childInviteVerify)
        default: break
        }
    }
}

extension Profile {
    /// True if the binding of the device is still the one that it had when it asked auth, or if it had none and has none now.
    /// Otherwise another call has changed the binding meanwhile, and the answer is about the former one.
    func hasBinding(of asked: ChildProfile?) -> Bool { child?.deviceSecret == asked?.deviceSecret }

    /// Takes the binding that auth has named as this device's own, where none is stored.
    ///
    /// - Returns: false if the device has another one, which is then given up: a PIN of that one is wrong for the named one.
    mutating func adoptBinding(named: BindingID?) -> Bool {
        guard let child, child.isBound else { return true }
        guard !child.hasOther(than: named) else {
            lose(.otherBinding)
            return false
        }
        self.child?.bindingId = child.bindingId ?? named
        return true
    }

    /// Stores the binding that auth has made. What was said about the end of an earlier one is over.
    mutating func bind(to child: AccountID, by binding: BindingID?, _ random: RandomSource) {
        moveChild(.firstLogin)
        self.child?.bind(to: child, by: binding, random)
        notice = nil
    }

    /// Ends the binding without deleting an entry: the device waits for an invite.
    mutating func lose(_ loss: BindingLoss) {
        child?.dropTicket()
        if loss == .replaced {
            moveChild(.deviceReplaced)
            lockUntilProof()
        } else {
            follow(.childInviteVerify)
        }
        notice = loss.notice
    }

    /// Locks the entries until the PIN is entered with auth.
    mutating func lockUntilProof() {
        lock?.isLocked = true
        lock?.needsProof = true
    }
}
