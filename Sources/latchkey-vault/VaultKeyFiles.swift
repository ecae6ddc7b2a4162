import Cryptography
import Primitives
import ServiceAuth
import ServiceHost
import VaultStore

/// The key files of `latchkey-vault`, read once at start. The folder decides whether missing ones are made.
struct VaultKeyFiles {
    let ring: KeyRing
    let sessionHandle: Key256
    let service: ServiceKey
    let peers: PeerKeys

    init(_ folder: KeyFolder, isDemo: Bool) throws(KeyFault) {
        ring = try VaultServer.keyRing(folder)
        sessionHandle = try folder.secret("vault.session-handle")
        service = try folder.serviceKey("vault")
        peers = try folder.peerKeys("auth", makesMissing: isDemo)
    }
}

extension VaultKeyFiles {
    /// Reads the key files of a data folder for a command, which makes no missing ones.
    init(existingIn common: CommonConfiguration) throws(KeyFault) {
        try self.init(KeyFolder(common.dataFolder.keys, random: .system, makesMissing: false), isDemo: false)
    }
}
