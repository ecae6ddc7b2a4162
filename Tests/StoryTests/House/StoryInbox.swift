import AuthService
import Primitives
import Synchronization

/// The text messages that were sent; each code is given out once, the newest first.
final class StoryInbox: Sendable {
    private let waiting = Mutex<[(to: String, code: String)]>([])

    var gateway: SMSGateway {
        SMSGateway { message in
            let code = message.text.split(separator: "#").last.map(String.init) ?? ""
            self.waiting.withLock { $0.append((message.to.text, code)) }
            return .accepted
        }
    }

    func code(for phone: String) -> String? {
        waiting.withLock { waiting in
            let code = waiting.last { $0.to == phone }?.code
            waiting.removeAll { $0.to == phone }
            return code
        }
    }
}
