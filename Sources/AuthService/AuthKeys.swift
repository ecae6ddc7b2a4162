public import Cryptography

/// The keys auth keeps outside its database: without them nothing in it can be guessed at, read or forged.
public struct AuthKeys: Sendable {
    /// Turns numbers, addresses and account ids into indexes that lead nowhere without it.
    public let index: Key256
    /// Seals numbers and what waits in the outbox.
    public let seal: Key256
    /// Hashes codes and requests, and makes refresh tokens.
    public let hash: Key256
    /// Makes the nonces of request proofs, shared by all instances; the first makes them, all check them.
    public let nonces: [Key256]

    /// The keys of one installation.
    public init(index: Key256, seal: Key256, hash: Key256, nonces: [Key256]) {
        self.index = index
        self.seal = seal
        self.hash = hash
        self.nonces = nonces
    }
}
