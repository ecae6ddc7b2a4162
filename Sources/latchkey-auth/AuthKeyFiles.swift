import AuthService
import Cryptography
import Primitives
import ServiceAuth
import ServiceHost
import Tokens

/// The key files of `latchkey-auth`, read once at start. Missing files are made only in a demonstration.
struct AuthKeyFiles {
    let keys: AuthKeys
    let signing: KeyTable
    let serviceCalls: ServiceCallVerifier
    let service: ServiceKey
    let peers: PeerKeys

    init(_ folder: KeyFolder, isDemo: Bool) throws(KeyFault) {
        keys = AuthKeys(
            index: try folder.secret("auth.index"), seal: try folder.secret("auth.seal"),
            hash: try folder.secret("auth.hash"), nonces: [try folder.secret("auth.nonce")])
        signing = try Self.signingKeys(folder)
        service = try folder.serviceKey("auth")
        peers = try folder.peerKeys("vault", makesMissing: isDemo)
        serviceCalls = ServiceCallVerifier(
            key: service, peers: peers, sealing: [try folder.secret("auth.session-handle")])
    }

    /// Reads every `auth.signing*.pem`. The last in order of name signs new tokens; all of them verify tokens.
    private static func signingKeys(_ folder: KeyFolder) throws(KeyFault) -> KeyTable {
        var files = folder.files(endingIn: ".pem").filter { $0.hasPrefix("auth.signing") }
        if files.isEmpty { files = ["auth.signing-1.pem"] }
        var entries: [KeyTable.Entry] = []
        for file in files {
            let text = try folder.bytes(file, count: nil) { random in Array(P256.PrivateKey.generate(random).pem.utf8) }
            guard let entry = KeyTable.Entry(accessTokenKeyPEM: String(decoding: text, as: UTF8.self)) else {
                throw KeyFault(
                    "\(folder.path)/\(file) is not a P-256 private key in PEM: restore it from its safe copy")
            }
            entries.append(entry)
        }
        return KeyTable(entries)
    }
}
