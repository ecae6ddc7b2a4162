public import Cryptography

/// The public keys of the services that may call, by key id. A peer has two keys during a key change.
public struct PeerKeys: Sendable {
    struct Peer: Sendable {
        let name: String
        let key: Ed25519.PublicKey
    }

    private let table: [String: Peer]

    /// Takes each key with its owner's name. If one key has two owners, the later entry is used.
    public init(_ keys: [(name: String, key: Ed25519.PublicKey)]) {
        table = Dictionary(
            keys.map { (VerifyingKey.ed25519($0.key).thumbprint, Peer(name: $0.name, key: $0.key)) },
            uniquingKeysWith: { $1 })
    }

    /// The peer whose key has this key id.
    subscript(kid: String) -> Peer? { table[kid] }

    /// The sorted key ids of the peer with this name.
    public func kids(of name: String) -> [String] { table.filter { $0.value.name == name }.keys.sorted() }

    /// All keys of the peer with this name.
    func keys(of name: String) -> [Ed25519.PublicKey] { table.values.filter { $0.name == name }.map(\.key) }
}
