import AuthService
import Curl
import Primitives

/// Sends through the Messages resource of Twilio, or of a service with the same interface.
public struct TwilioDriver: ProviderDriver {
    /// The address before `/2010-04-01`.
    let url: String
    /// The account's identifier, `AC…`.
    let account: String
    /// The account's secret, which authenticates both sides.
    let token: String
    /// The number that the message is from, or the identifier of a messaging service, `MG…`.
    let sender: String
    /// The address at which deliveries are reported; nil asks for no reports.
    let reportURL: String?

    public init(url: String, account: String, token: String, sender: String, reportURL: String?) {
        self.url = url
        self.account = account
        self.token = token
        self.sender = sender
        self.reportURL = reportURL
    }

    public static let name = "twilio"

    public func driver(_ link: ProviderLink) -> MessageDriver {
        MessageDriver(Self.name, sendsReports: reportURL != nil) { message in
            await link.exchange(request(message)) { $0 == 201 }
        }
    }

    func request(_ message: TextMessage) -> CurlRequest {
        var fields = [
            ("To", message.to.text), (sender.hasPrefix("MG") ? "MessagingServiceSid" : "From", sender),
            ("Body", message.text),
        ]
        if let reportURL {
            fields.append(
                ("StatusCallback", "\(reportURL)\(DeliveryReports.twilioPath)?id=\(message.reportReference)"))
        }
        return CurlRequest(
            "\(url)/2010-04-01/Accounts/\(account)/Messages.json", method: "POST",
            headers: [
                ("Authorization", "Basic \(Base64.encode(Array("\(account):\(token)".utf8)))"),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ],
            body: Array(FormText.encode(fields).utf8))
    }
}
