import Cryptography
public import ServiceAuth

extension KeyFolder {
    /// Reads a service's key pair from `<name>.service.pem`, or `<name>.service-2.pem` for the second key and so on. The
    /// file of the same name that ends in `.pub`, with the public key for the other service, must exist too.
    public func serviceKey(_ name: String, number: Int = 1) throws(KeyFault) -> ServiceKey {
        let key = try privateServiceKey(name, number)
        _ = try bytes("\(Self.serviceKeyStem(name, number)).pub", count: nil) { _ in Array(key.publicKey.pem.utf8) }
        return key
    }

    private static func serviceKeyStem(_ name: String, _ number: Int) -> String {
        number == 1 ? "\(name).service" : "\(name).service-\(number)"
    }

    private func privateServiceKey(_ name: String, _ number: Int) throws(KeyFault) -> ServiceKey {
        let file = "\(Self.serviceKeyStem(name, number)).pem"
        let text = try bytes(file, count: nil) { random in Array(Ed25519.PrivateKey.generate(random).pem.utf8) }
        guard let key = try? Ed25519.PrivateKey(pem: String(decoding: text, as: UTF8.self)) else {
            throw KeyFault("\(path)/\(file) is not an Ed25519 private key in PEM: restore it from its safe copy")
        }
        return ServiceKey(name: name, key: key)
    }

    /// The numbers of a service's key pairs that have a file, in order.
    func serviceKeyNumbers(_ name: String) -> [Int] {
        files(endingIn: ".pem").compactMap { file in
            if file == "\(name).service.pem" { return 1 }
            guard file.hasPrefix("\(name).") else { return nil }
            return ServiceKeyName(String(file.dropFirst(name.utf8.count + 1).dropLast(4)))?.number
        }.sorted()
    }

    /// One line for each key pair of a service that has a file: its number, its state, and its key id.
    public func serviceKeyLines(
        _ name: String, state: (_ number: Int) -> String = { _ in "" }
    ) throws(KeyFault) -> [String] {
        var lines: [String] = []
        for number in serviceKeyNumbers(name) {
            lines.append("service-\(number)\(state(number)): \(try privateServiceKey(name, number).kid)")
        }
        return lines
    }

    /// Reads the other service's public keys from every `<name>….pub`. There are two such files while the key is being
    /// replaced.
    ///
    /// In a demonstration the two services share this folder, and the one that starts first makes both key pairs.
    func peerKeys(_ name: String) throws(KeyFault) -> PeerKeys {
        if makesMissing { _ = try serviceKey(name) }
        var keys: [(name: String, key: Ed25519.PublicKey)] = []
        for file in files(endingIn: ".pub") where file.hasPrefix("\(name).") {
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
