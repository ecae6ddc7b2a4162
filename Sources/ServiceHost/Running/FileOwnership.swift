import Glibc

/// The check that nobody but the service's user and root can change a file or folder.
enum FileOwnership {
    /// Returns one line that says what to change, or nil if nothing is wrong or the file does not exist. A symbolic link
    /// is followed.
    ///
    /// - Parameter what: names the kind of file at the beginning of the line, such as "the data folder".
    static func problem(_ path: String, _ what: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & 0o022 == 0 else { return "\(what) \(path) can be changed by others: chmod go-w \(path)" }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            return "\(what) \(path) belongs to another user: chown it to this service's"
        }
        return nil
    }
}
