public import Domain
public import Primitives

/// What a transaction has done, as the audit log records it.
///
/// It holds identifiers and constants of the program, and names of backends that the administrator has set; never a phone
/// number, a person's name, a code, a token or other text from a client.
public struct AuditEntry: Sendable, Hashable {
    let kind: AuditKind
    let detail: String
    let account: AccountID?
    let device: DeviceID?
    let session: SessionID?
    let count: Int64?
    let at: Instant

    /// - Parameters:
    ///   - detail: a case of an enumeration, so that no text from outside gets into the log.
    ///   - account: the account that changed; nil if none did.
    ///   - device: the device that it happened to, or that did it; nil where there is none.
    ///   - session: the session that it happened to; nil where there is none.
    ///   - count: the number of things that the row stands for; nil for one.
    public init(
        _ kind: AuditKind, _ detail: some RawRepresentable<String>, account: AccountID?, device: DeviceID? = nil,
        session: SessionID? = nil, count: Int64? = nil, at now: Instant
    ) {
        self.kind = kind
        self.detail = detail.rawValue
        self.account = account
        self.device = device
        self.session = session
        self.count = count
        at = now
    }

    /// The secrets that a backend has read with a token that a person's device has had made for it.
    ///
    /// - Parameter backend: the name in the token, which auth has signed and its administrator has set.
    public init(readBy backend: String, account: AccountID, device: DeviceID, count: Int64, at now: Instant) {
        kind = .secretRead
        detail = "backend \(backend)"
        (self.account, self.device, session, self.count) = (account, device, nil, count)
        at = now
    }

    /// The change of a key's state. The detail is the number of the key and the state.
    public init(_ key: KeyID, becomes state: KeyState, at now: Instant) {
        kind = .key
        detail = "\(key.rawValue) \(state.rawValue)"
        (account, device, session, count) = (nil, nil, nil, nil)
        at = now
    }
}
