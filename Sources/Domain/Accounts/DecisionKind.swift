/// A decision of an operator or of the administrator about an account or a facility group.
///
/// Raw values are stored in the tables `decision` and `group_decision`, and are words of the wire.
public enum DecisionKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// The approval for syncing was set.
    case approval
    /// The account became an operator of groups, or an operator got a new enrolment secret.
    case operatorEnrolled
    /// The account ceased to be an operator.
    case operatorRemoved
    /// A waiting device was admitted.
    case deviceAdmitted
    /// A device lost its admission, and its sessions were ended.
    case deviceRemoved
    /// The second factor was removed.
    case secondFactorRemoved
    /// Every session was ended.
    case sessionsEnded
    /// The account was deleted.
    case accountDeleted
    /// The person was moved to another facility group.
    case groupMoved
    /// The wait of device keys after wrong codes in a row was ended.
    case codeWaitLifted
    /// A new account on the number was allowed to a device that waits to be admitted.
    case newAccountAllowed
    /// A change of the phone number was undone.
    case phoneChangeUndone
    /// An operator was allowed to decide about further people after many in an hour.
    case bulkConfirmed
    /// An operator who has lost a device lost every device, secret and session, and got a new enrolment secret.
    case operatorReset
    /// The account was made from a list of people.
    case imported
    /// A person was made a parent of a child.
    case parentAdded
    /// A person ceased to be a parent of a child.
    case parentRemoved
    /// A facility group was created.
    case groupCreated
    /// Policies of a facility group were changed.
    case groupChanged
}
