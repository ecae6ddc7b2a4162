import Cryptography
import Primitives
import ServiceAuth
import ServiceHost
import VaultService
import VaultStore

/// The key files of `latchkey-vault`, read at start. Those of the link are read again at SIGHUP,
/// those of wrapping keys every second. The folder decides whether missing ones are made.
struct VaultKeyFiles {
    let ring: KeyRing
    let wrapping: WrappingKeyFiles
    let sessionHandle: Key256
    let link: LinkKeys

    init(_ folder: KeyFolder, _ common: CommonConfiguration) throws(KeyFault) {
        ring = try VaultServer.keyRing(folder)
        // A new key in the place of a missing file would hide that the file is missing.
        let present = try KeyFolder(folder.path, random: .system, makesMissing: false)
        wrapping = WrappingKeyFiles { try present.secret("vault.\($0)") }
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
