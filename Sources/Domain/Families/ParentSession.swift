/// The session of a parent in an app (authentication states of parents and children). The device keeps the state.
public enum ParentSession: Machine {
    /// The document's states of a parent, and the first state of a child's device, which begins in the same app.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        case unauthenticated = "UNAUTHENTICATED"
        /// The first steps, shown after a registration only.
        case onboardingParent = "ONBOARDING_PARENT"
        case authParent = "AUTH_PARENT"
        /// The main screen, with the list of the children.
        case parentHome = "PARENT_HOME"
        /// An invite for a child was made, and is shown.
        case childInviteCreated = "CHILD_INVITE_CREATED"
        /// The access of a child was withdrawn, which is shown.
        case childAccessRevoked = "CHILD_ACCESS_REVOKED"
        /// The device is a child's, and ``ChildAccess`` has its state from here on.
        case childInviteVerify = "CHILD_INVITE_VERIFY"
    }

    /// The transitions' labels of the document. The raw values of events it has no name for are this project's.
    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// A login has opened a full session.
        case login = "Parent Login"
        /// A registration has opened a full session.
        case registration = "Parent Registration"
        /// An invite code is entered on the device.
        case childInviteCode = "Child Invite Code"
        case finishOnboarding = "Finish onboarding"
        /// The app has shown its first screen.
        case welcome = "Welcome"
        case logout = "Logout"
        /// The session has ended in another way than by a log out.
        case sessionExpired = "Session expired"
        /// `child.invite` or `child.resetAccess`.
        case inviteChild = "Invite child"
        /// `child.revoke`.
        case revokeChildAccess = "Revoke child access"
        /// The parent has seen the invite or the message.
        case done = "Done"
    }

    /// A screen follows from the state, so the device carries out nothing else.
    public typealias Effect = NoEffect

    public static let initial = State.unauthenticated

    public static let finals: Set<State> = [.childInviteVerify]

    // swift-format-ignore
    public static let stated: Transitions = [
        .unauthenticated: [
            .login:             .to(.authParent),
            .registration:      .to(.onboardingParent),
            .childInviteCode:   .to(.childInviteVerify),
        ],
        .onboardingParent: [
            .finishOnboarding:  .to(.authParent),
        ],
        .authParent: [
            .welcome:           .to(.parentHome),
            .logout:            .to(.unauthenticated),
            .sessionExpired:    .to(.unauthenticated),
        ],
        .parentHome: [
            .inviteChild:       .to(.childInviteCreated),
            .revokeChildAccess: .to(.childAccessRevoked),
        ],
    ]

    /// The ways back that the document leaves out.
    // swift-format-ignore
    public static let inferred: Transitions = [
        .onboardingParent: [
            .logout:            .to(.unauthenticated),
            .sessionExpired:    .to(.unauthenticated),
        ],
        .parentHome: [
            .logout:            .to(.unauthenticated),
            .sessionExpired:    .to(.unauthenticated),
        ],
        .childInviteCreated: [
            .done:              .to(.parentHome),
            .sessionExpired:    .to(.unauthenticated),
        ],
        .childAccessRevoked: [
            .done:              .to(.parentHome),
            .sessionExpired:    .to(.unauthenticated),
        ],
    ]
}
