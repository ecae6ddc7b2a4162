public import DPoP
public import JSONRPC
public import Primitives

/// One device of one person: its keys, its store, its way to both services.
///
/// A value that holds no state of its own: everything lasting is in the store, so that a process can end anywhere.
public struct Device: Sendable {
    let auth: AuthCaller
    let vault: any Connection
    /// The local store.
    public let store: LocalStore
    let clock: WallClock
    let random: RandomSource
    /// What the device calls itself in lists of sessions.
    public let name: String

    /// - Parameters:
    ///   - auth: the way to `latchkey-auth`, and its public address, which request proofs name.
    ///   - vault: the way to `latchkey-vault`.
    ///   - key: the device key; on a phone its private half stays in the secure hardware.
    public init(
        name: String, auth: any Connection, authURL: String, vault: any Connection, key: DeviceKey, store: LocalStore,
        clock: WallClock, random: RandomSource
    ) {
        self.name = name
        self.auth = AuthCaller(connection: auth, url: authURL, key: key, clock: clock, random: random)
        self.vault = vault
        self.store = store
        self.clock = clock
        self.random = random
    }
}
