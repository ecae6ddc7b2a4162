public import AuthService
import Glibc
import Primitives

extension SMSGateway {
    /// Writes each message to a file of its own, for tests and for gateways that read a folder.
    ///
    /// A file is named by the number and some letters that make it the only one, and appears whole or not at all. The
    /// folder is made if need be.
    ///
    /// - Returns: nil where no file can be made in the folder.
    public static func spool(_ folder: String) -> SMSGateway? {
        mkdir(folder, 0o700)
        guard access(folder, W_OK | X_OK) == 0 else { return nil }
        return SMSGateway { message in
            let draft = "\(folder)/.\(message.to.digits).XXXXXX"  // mkstemp puts letters of its own there
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
