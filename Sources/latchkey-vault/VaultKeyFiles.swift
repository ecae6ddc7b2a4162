import Cryptography
import Primitives
import ServiceAuth
import ServiceHost
import VaultStore

/// The key files of `latchkey-vault`, read at start. Those of the link are read again at SIGHUP. The folder decides whether missing ones are made.
struct VaultKeyFiles {
    let ring: KeyRing
    let sessionHandle: Key256
    let link: LinkKeys

    init(_ folder: KeyFolder, _ common: CommonConfiguration) throws(KeyFault) {
        ring = try VaultServer.keyRing(folder)
        sessionHandle = try folder.secret("vault.session-handle")
        link = try common.linkKeys(in: folder)
    }
}

extension VaultKeyFiles {
    /// Reads the key files of a data folder for a command, which makes no missing ones.
    init(existingIn common: CommonConfiguration) throws(KeyFault) {
        try self.init(common.existingKeyFolder(), common)
    }
}
