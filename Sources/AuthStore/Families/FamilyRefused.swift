public import Domain
public import Primitives

/// The refusal of a change to a child. Throwing it rolls the transaction back.
public enum FamilyRefused: Error, Hashable, Sendable {
    /// The caller is no parent of such a child.
    case childUnknown
    /// The session of the caller has ended since the call was authenticated.
    case callerEnded(SessionEnd)
    /// The access is in a state in which the event has no effect; with its binding, if there is or was one.
    case move(ChildAccess.State, ChildAccess.Event, of: BindingID?)
    /// The caller has as many children as one parent may have, or the child as many parents.
    case limitReached
    /// The person is no parent of the child, or cannot become one.
    case notParent
    /// The person is the child's only parent.
    case lastParent
    /// The parents of the child have changed since they were read.
    case parentsChanged
    /// The invite or the ticket cannot be used, or not by this device.
    case inviteInvalid
    /// The device or the child has another binding.
    case deviceBound
    /// The device has no binding.
    case notBound
    /// A parent of the child is disapproved, and no operator has approved the person who would become another one.
    case approvalRequired
    /// The challenge or the attempt cannot be used any more.
    case challengeUnusable
}
