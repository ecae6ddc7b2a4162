package import AuthService
import Primitives
import Synchronization

/// The text messages that auth has sent. Each code is returned once, the newest first.
package final class MessageInbox: Sendable {
    private let waiting = Mutex<[(to: String, code: String)]>([])

    package var gateway: SMSGateway {
        SMSGateway { message in
            let code = message.text.split(separator: "#").last.map(String.init) ?? ""
            self.waiting.withLock { $0.append((message.to.text, code)) }
            return .accepted
        }
    }

    /// Returns the newest code sent to a number, and drops the older ones.
    package func code(for phone: String) -> String? {
        waiting.withLock { waiting in
            let code = waiting.last { $0.to == phone }?.code
            waiting.removeAll { $0.to == phone }
            return code
        }
    }
}
