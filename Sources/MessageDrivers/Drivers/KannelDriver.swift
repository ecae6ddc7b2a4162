import AuthService
import Curl
import Primitives

/// Sends through the `sendsms` interface of Kannel's smsbox.
public struct KannelDriver: ProviderDriver {
    /// The address of `sendsms`.
    let url: String
    let user: String
    let password: String
    /// The number or name that the message is from; nil leaves it to Kannel's configuration.
    let sender: String?
    /// The address at which Kannel reports deliveries; nil asks for no reports.
    let reportURL: String?

    public init(url: String, user: String, password: String, sender: String?, reportURL: String?) {
        self.url = url
        self.user = user
        self.password = password
        self.sender = sender
        self.reportURL = reportURL
    }

    public static let name = "kannel"

    public func driver(_ link: ProviderLink) -> MessageDriver {
        MessageDriver(Self.name, sendsReports: reportURL != nil) { message in
            await link.exchange(CurlRequest(address(of: message))) { $0 == 202 }
        }
    }

    /// The bits of `dlr-mask`: delivered (1), failed (2), rejected (16).
    private static let reportMask = "19"

    func address(of message: TextMessage) -> String {
        var fields = [
            ("username", user), ("password", password), ("to", message.to.text), ("text", message.text),
            ("charset", "UTF-8"), ("coding", GSMAlphabet.holds(message.text) ? "0" : "2"),
        ]
        if let sender { fields.append(("from", sender)) }
        if let reportURL {
            fields.append(("dlr-mask", Self.reportMask))
            fields.append(
                ("dlr-url", "\(reportURL)\(DeliveryReports.kannelPath)?id=\(message.reportReference)&state=%d"))
        }
        return "\(url)?\(FormText.encode(fields))"
    }
}
