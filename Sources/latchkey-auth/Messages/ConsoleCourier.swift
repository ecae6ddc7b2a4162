public import AuthService
public import Logging
import Primitives

extension SMSGateway {
    /// Shows messages in the log; for demonstrations alone, since a log is no place for codes.
    public static func console(_ log: Logger) -> SMSGateway {
        SMSGateway { message in
            log.notice("SMS to \(message.to.text): \(message.text.replacing("\n", with: " / "))")
            return .accepted
        }
    }
}
