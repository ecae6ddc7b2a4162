/// The reason why an entry is not sent until the person edits it or decides.
public enum Blocked: Sendable, Hashable {
    /// The server has deleted the entry, and this device has a version that must not be deleted without a decision. An
    /// edit restores it.
    case gone
    /// The server rejected the entry for good, with this reason.
    case rejected(String)

    /// The reason as it is stored and shown; `gone` for ``gone``, which no rejection has as its reason.
    public var reason: String {
        switch self {
        case .gone: "gone"
        case .rejected(let reason): reason
        }
    }

    init(reason: String) { self = reason == Self.gone.reason ? .gone : .rejected(reason) }
}
