/// What the reference device can be told to do. The command line and the stories use the same verbs.
public enum Verb: String, CaseIterable, Sendable {
    /// Begin a registration: `phone`, `group`.
    case register
    /// Ask for a login code: `phone`.
    case login
    /// Answer the code that is awaited: `code`, none where the group asks for none.
    case confirm
    /// Ask auth where this session stands.
    case status
    /// List the account's sessions.
    case sessions
    /// Admit a waiting device: `digits`, and `session` where more than one shows the same two.
    case admit
    /// Add an entry: `uri`, in otpauth form.
    case add
    /// Show the entries with their current codes; `secrets` true shows the shared keys too.
    case list
    /// Change labels: `entry`, and `issuer` or `accountName` or both.
    case edit
    /// Delete an entry: `entry`.
    case delete
    /// Keep what this device has of entries that wait for a choice as new ones: `entry`, or `all` true.
    case keepAsNew
    /// Let go of what this device has of entries that wait for a choice: `entry`, or `all` true.
    case discard
    /// Push what is owed and pull what has changed.
    case sync
    /// Log out here: `choice`, keep or delete.
    case logout
    /// Log out on every device: `choice`, keep or delete.
    case logoutEverywhere
    /// Ask for the code that deletes the account.
    case requestDeletion
    /// Delete the account: `code`, and `choice`, keep or delete.
    case deleteAccount
    /// Turn the refresh token into the next pair of tokens.
    case refresh
    /// Say what the app shows and allows now, from what is known here (seed 000).
    case standing
    /// Add the entries of a text of otpauth lines: `text`.
    case `import`
    /// Call a method by name and show the bare answer: `method`, `params`, `service` (auth or vault where both have
    /// it), `token` (this session's unless false, or another in full). Nothing is learnt from the answer.
    case call

    /// The arguments it takes, in the order a command line has them.
    public var arguments: [String] {
        switch self {
        case .register: ["phone", "group"]
        case .login: ["phone"]
        case .confirm: ["code"]
        case .admit: ["digits", "session"]
        case .add: ["uri"]
        case .list: ["secrets"]
        case .edit: ["entry", "issuer", "accountName"]
        case .delete: ["entry"]
        case .keepAsNew, .discard: ["entry", "all"]
        case .logout, .logoutEverywhere: ["choice"]
        case .deleteAccount: ["code", "choice"]
        case .import: ["text"]
        case .call: ["method", "params", "service", "token"]
        case .status, .sessions, .sync, .requestDeletion, .refresh, .standing: []
        }
    }
}
