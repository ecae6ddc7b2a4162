import Cryptography
public import ServiceAuth

extension KeyFolder {
    /// Reads a service's key pair from `<name>.service.pem`. `<name>.service.pub`, which holds the public key for the
    /// other service, must exist too.
    public func serviceKey(_ name: String) throws(KeyFault) -> ServiceKey {
        let text = try bytes("\(name).service.pem", count: nil) { random in
            Array(Ed25519.PrivateKey.generate(random).pem.utf8)
        }
        guard let key = try? Ed25519.PrivateKey(pem: String(decoding: text, as: UTF8.self)) else {
            throw KeyFault(
                "\(path)/\(name).service.pem is not an Ed25519 private key in PEM: restore it from its safe copy")
        }
        _ = try bytes("\(name).service.pub", count: nil) { _ in Array(key.publicKey.pem.utf8) }
        return ServiceKey(name: name, key: key)
    }

    /// Reads the other service's public keys from every `<name>….service.pub`. There are two such files while the key
    /// is being replaced.
    ///
    /// In a demonstration the two services share this folder, and the one that starts first makes both key pairs.
    public func peerKeys(_ name: String, makesMissing: Bool) throws(KeyFault) -> PeerKeys {
        if makesMissing { _ = try serviceKey(name) }
        var keys: [(name: String, key: Ed25519.PublicKey)] = []
        for file in files(endingIn: ".service.pub") where file.hasPrefix(name) {
            let text = String(decoding: try bytes(file, count: nil) { _ in [] }, as: UTF8.self)
            guard let key = try? Ed25519.PublicKey(pem: text) else {
                throw KeyFault("\(path)/\(file) is not an Ed25519 public key in PEM: copy it from that service")
            }
            keys.append((name, key))
        }
        guard !keys.isEmpty else { throw KeyFault("\(path)/\(name).service.pub is missing: copy it from that service") }
        return PeerKeys(keys)
    }
}
