import AuthService
import Logging
import Primitives

extension SMSGateway {
    /// Writes messages to the log. Only for demonstrations, because a log must not contain codes.
    static func console(_ log: Logger) -> SMSGateway {
        SMSGateway { message in
            log.notice("SMS to \(message.to.text): \(message.text.replacing("\n", with: " / "))")
            return .accepted
        }
    }
}
