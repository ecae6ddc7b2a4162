public import AuthService
public import Logging
import Primitives

extension Courier {
    /// Shows messages in the log; for demonstrations alone, since a log is no place for codes.
    public static func console(_ log: Logger) -> Courier {
        Courier { message in
            log.notice("SMS to \(message.to.text): \(message.text.replacing("\n", with: " / "))")
            return .accepted
        }
    }
}
