package import AuthService
import Primitives
import Synchronization

/// Collects the text messages that auth sends, and hands out their codes.
package final class MessageInbox: Sendable {
    private let waiting = Mutex<[(to: String, code: String)]>([])

    package var gateway: SMSGateway {
        SMSGateway { message in
            let code = message.text.split(separator: "#").last.map(String.init) ?? ""
            self.waiting.withLock { $0.append((message.to.text, code)) }
            return .accepted
        }
    }

    /// Returns the newest code sent to a number since the last call, and drops the older ones; nil if there is none.
    package func code(for phone: String) -> String? {
        waiting.withLock { waiting in
            let code = waiting.last { $0.to == phone }?.code
            waiting.removeAll { $0.to == phone }
            return code
        }
    }
}
