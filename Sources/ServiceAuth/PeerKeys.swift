public import Cryptography

/// The public keys of the services that may call, from files. A peer may have two while it changes its key.
public struct PeerKeys: Sendable {
    struct Peer: Sendable {
        let name: String
        let key: Ed25519.PublicKey
    }

    private let table: [String: Peer]

    /// Each key with its owner's name. One key cannot have two owners: the later entry stands.
    public init(_ keys: [(name: String, key: Ed25519.PublicKey)]) {
        table = Dictionary(
            keys.map { (VerifyingKey.ed25519($0.key).thumbprint, Peer(name: $0.name, key: $0.key)) },
            uniquingKeysWith: { $1 })
    }

    /// The owner of a key id.
    subscript(kid: String) -> Peer? { table[kid] }

    /// Every key of one owner.
    func keys(of name: String) -> [Ed25519.PublicKey] { table.values.filter { $0.name == name }.map(\.key) }
}
