import Cryptography
public import ServiceAuth

extension KeyFolder {
    /// This service's own key pair, from `<name>.service.pem`; its public half is `<name>.service.pub`.
    public func serviceKey(_ name: String) throws(KeyFault) -> ServiceKey {
        let text = try bytes("\(name).service.pem", count: nil) { random in
            Array(Ed25519.PrivateKey.generate(random).pem.utf8)
        }
        guard let key = try? Ed25519.PrivateKey(pem: String(decoding: text, as: UTF8.self)) else {
            throw KeyFault("\(path)/\(name).service.pem is no Ed25519 private key")
        }
        _ = try bytes("\(name).service.pub", count: nil) { _ in Array(key.publicKey.pem.utf8) }
        return ServiceKey(name: name, key: key)
    }

    /// The other service's public keys: every `<name>….service.pub`, so that it may have two while it changes its key.
    ///
    /// In a demonstration the two services share this folder, and whichever starts first makes both pairs.
    public func peerKeys(_ name: String, makesMissing: Bool) throws(KeyFault) -> PeerKeys {
        if makesMissing { _ = try serviceKey(name) }
        var keys: [(name: String, key: Ed25519.PublicKey)] = []
        for file in files(endingIn: ".service.pub") where file.hasPrefix(name) {
            let text = String(decoding: try bytes(file, count: nil) { _ in [] }, as: UTF8.self)
            guard let key = try? Ed25519.PublicKey(pem: text) else {
                throw KeyFault("\(path)/\(file) is no Ed25519 public key")
            }
            keys.append((name, key))
        }
        guard !keys.isEmpty else { throw KeyFault("\(path)/\(name).service.pub is missing: copy it from that service") }
        return PeerKeys(keys)
    }
}
