import AuthService
import Primitives
import Synchronization

/// The text messages that auth has sent: the newest code of each number.
final class Inbox: Sendable {
    private let codes = Mutex<[String: String]>([:])

    var gateway: SMSGateway {
        SMSGateway { message in
            let code = message.text.split(separator: "#").last.map(String.init) ?? ""
            self.codes.withLock { $0[message.to.text] = code }
            return .accepted
        }
    }

    /// Takes the newest code of a number.
    func takeCode(for phone: String) -> String? { codes.withLock { $0.removeValue(forKey: phone) } }
}
