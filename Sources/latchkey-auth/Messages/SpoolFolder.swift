import Glibc

/// The folder of the gateway `spool`, in which messages with codes wait for another program.
enum SpoolFolder {
    /// Returns one line that says what to change, or nil if the folder can be used or does not exist yet. The program
    /// that takes the messages may share the folder through its group; anybody else could put messages of their own there.
    static func problem(_ folder: String) -> String? {
        var status = stat()
        guard stat(folder, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR, access(folder, W_OK | X_OK) == 0 else {
            return "--sms-gateway spool:\(folder): no file can be created there; give the folder to the service's user"
        }
        guard status.st_mode & 0o002 == 0 else {
            return "--sms-gateway spool:\(folder): others can write to the folder: chmod o-w \(folder)"
        }
        return nil
    }
}
