import Glibc

extension SMSGateway {
    /// Writes each message to a file of its own, for tests and for SMS gateways that read a folder; see ``SpoolFolder``. The
    /// folder is created if it does not exist.
    ///
    /// - Returns: nil if no file can be created in the folder.
    public static func spool(_ folder: String) -> SMSGateway? {
        mkdir(folder, 0o700)
        guard access(folder, R_OK | W_OK | X_OK) == 0 else { return nil }
        let spool = SpoolFolder(path: folder)
        return SMSGateway(removeOld: spool.removeOld) { spool.write($0) }
    }
}
