import Glibc
import Primitives

/// The folder of the gateway `spool`: each message is a file of its own, which another program sends and removes.
public struct SpoolFolder: Sendable {
    let path: String
    /// The time after which a message that no program has taken is removed. Its code has long expired by then.
    static let longestStay = Duration.hours(24)

    /// Returns one line that says what to change, or nil if the folder can be used or does not exist yet. The program
    /// that takes the messages may share the folder through its group; anybody else could put messages of their own there.
    public static func problem(_ folder: String) -> String? {
        var status = stat()
        guard stat(folder, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR, access(folder, R_OK | W_OK | X_OK) == 0 else {
            return
                "--sms-gateway spool:\(folder): no file can be created there or found; give the folder to the service's user"
        }
        guard status.st_mode & 0o002 == 0 else {
            return "--sms-gateway spool:\(folder): others can write to the folder: chmod o-w \(folder)"
        }
        return nil
    }

    /// Writes a message to a file called `<digits of the phone number>.<six random characters>.sms`. It appears under this
    /// name only when it is complete.
    func write(_ message: TextMessage) -> DeliveryOutcome {
        let draft = "\(path)/.\(message.to.digits).XXXXXX"  // mkstemp replaces the X
        var name = Array(draft.utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return .failedTemporarily }
        let bytes = Array("to: \(message.to.text)\n\n\(message.text)\n".utf8)
        let written = Glibc.write(file, bytes, bytes.count)
        close(file)
        let made = name.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard written == bytes.count, rename(made, "\(path)/\(message.to.digits).\(made.suffix(6)).sms") == 0 else {
            unlink(made)
            return .failedTemporarily
        }
        return .accepted
    }

    /// Removes the messages that were written more than ``longestStay`` ago, finished or not. Other files stay.
    func removeOld(at now: Instant) {
        // Compared in seconds, because a file may have a time that no `Instant` has.
        let oldest = (now - Self.longestStay).ms / 1000
        for name in FolderListing.names(in: path) where Self.isMessage(name) {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(), Int64(status.st_mtim.tv_sec) < oldest
            else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// True for a name that ``write(_:)`` gives to a message or to its draft.
    private static func isMessage(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9]{7,15}\.[A-Za-z0-9]{6}\.sms|\.[0-9]{7,15}\.[A-Za-z0-9]{6}/) != nil
    }
}
