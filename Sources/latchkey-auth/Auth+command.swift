import AuthService
import AuthStore
import Logging
import Primitives
import SQL
import ServiceHost
import Tokens

extension Auth {
    /// Makes a service for a command that works on the database itself. It can neither issue tokens nor send messages.
    init(forCommandOn database: any Database, _ files: AuthKeyFiles, _ common: CommonConfiguration) {
        self.init(
            store: AuthStore(database), keys: files.keys, tokens: AccessTokens(issuer: "", keys: files.signing),
            serviceCalls: files.serviceCalls, clock: .system, steady: .system, random: .system,
            settings: AuthSettings(issuer: "", publicURLs: []), log: Logger(label: "latchkey-auth"),
            deletionFile: DeletionFile(path: common.dataFolder.deletions), rotatingKeys: files.rotating,
            recordedHead: common.auditHeadFile.recordedHead)
    }
}

extension AuthKeyFiles {
    /// Reads the key files of a data folder for a command, which makes no missing ones.
    init(existingIn common: CommonConfiguration) throws(KeyFault) {
        try self.init(common.existingKeyFolder(), common)
    }
}
