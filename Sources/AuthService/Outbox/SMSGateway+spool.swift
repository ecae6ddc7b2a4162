import Glibc
import Primitives

extension SMSGateway {
    /// Writes each message to a file of its own, for tests and for SMS gateways that read a folder.
    ///
    /// A file is called `<digits of the phone number>.<six random characters>.sms`. It appears under this name only
    /// when it is complete. The folder is created if it does not exist.
    ///
    /// - Returns: nil if no file can be created in the folder.
    public static func spool(_ folder: String) -> SMSGateway? {
        mkdir(folder, 0o700)
        guard access(folder, W_OK | X_OK) == 0 else { return nil }
        return SMSGateway { message in
            let draft = "\(folder)/.\(message.to.digits).XXXXXX"  // mkstemp replaces the X
            var path = Array(draft.utf8CString)
            let file = mkstemp(&path)
            guard file >= 0 else { return .failedTemporarily }
            let bytes = Array("to: \(message.to.text)\n\n\(message.text)\n".utf8)
            let written = write(file, bytes, bytes.count)
            close(file)
            let made = path.withUnsafeBufferPointer { buffer in
                String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            guard written == bytes.count else {
                unlink(made)
                return .failedTemporarily
            }
            let name = "\(folder)/\(message.to.digits).\(made.suffix(6)).sms"
            guard rename(made, name) == 0 else {
                unlink(made)
                return .failedTemporarily
            }
            return .accepted
        }
    }
}
