public import DPoP
public import JSONRPC
public import Primitives

/// One device of one person: its key, its local store and its connections to both services.
///
/// Everything lasting is in the store, so a process that ends at any moment loses nothing.
public struct Device: Sendable {
    let auth: AuthClient
    let vault: any Connection
    public let store: LocalStore
    let clock: WallClock
    let random: RandomSource
    /// The name under which lists of sessions show this device; auth gets it reduced to a ``DeviceName``.
    public let name: String
    /// The language in which codes are sent to the person; nil for the installation's own.
    let language: LanguageTag?
    /// The time by this device's clock.
    public var now: Instant { clock.now }

    /// - Parameters:
    ///   - auth: a connection to `latchkey-auth`.
    ///   - authURL: the public address of `latchkey-auth`, which request proofs name.
    ///   - vault: a connection to `latchkey-vault`.
    ///   - language: the language in which codes are sent to the person; nil for the installation's own.
    ///   - key: the device key; on a phone its private half stays in the secure hardware.
    public init(
        name: String, auth: any Connection, authURL: String, vault: any Connection, key: DeviceKey, store: LocalStore,
        clock: WallClock, random: RandomSource, language: LanguageTag? = nil
    ) {
        self.name = name
        self.language = language
        self.auth = AuthClient(connection: auth, url: authURL, key: key, clock: clock, random: random)
        self.vault = vault
        self.store = store
        self.clock = clock
        self.random = random
    }
}

extension Device {
    /// The two services a call can go to.
    public enum Target: Sendable {
        case auth, vault
    }

    /// Sends a request body as it is, with a bearer token if one is given and, to auth, with a request proof.
    ///
    /// The reply changes nothing in the store and nothing is repeated. For tools that show raw replies.
    public func send(
        _ body: [UInt8], method: String, to target: Target, token: AccessToken?
    ) async throws(ConnectionError) -> ConnectionReply {
        switch target {
        case .auth: try await auth.send(body, method: method, token: token)
        case .vault: try await vault.send(body, headers: token.map { [.bearer($0)] } ?? [])
        }
    }
}

extension Header {
    static func bearer(_ token: AccessToken) -> Header { Header("Authorization", "Bearer \(token.reveal)") }
}
