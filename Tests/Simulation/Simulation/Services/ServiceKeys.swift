import AuthService
import Cryptography
import Domain
import Primitives
import ServiceAuth
import Tokens

/// The key files of both services, which survive every crash and every restore. The administrator can put wrong ones in
/// their place.
struct ServiceKeys: Sendable {
    static let issuer = "https://auth.test"
    static let authURL = "https://auth.test/rpc"

    let auth: ServiceKey
    let vault: ServiceKey
    let peers: PeerKeys
    let signing: KeyTable
    let authKeys: AuthKeys
    let authHandles: Key256
    let vaultHandles: Key256
    let wrapping: WrappingKeyFolder
    let index: Key256

    init(_ random: RandomSource) {
        auth = ServiceKey(name: "auth", key: .generate(random))
        vault = ServiceKey(name: "vault", key: .generate(random))
        peers = PeerKeys([("auth", auth.publicKey), ("vault", vault.publicKey)])
        signing = KeyTable([.init(.p256(P256.PrivateKey.generate(random)), state: .active)])
        authKeys = AuthKeys(
            index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)],
            audit: .generate(random))
        (authHandles, vaultHandles) = (.generate(random), .generate(random))
        (wrapping, index) = (WrappingKeyFolder(random), .generate(random))
    }
}
