import AuthService
import Curl
public import Primitives

/// Sends messages as mails, to a gateway that turns mails into text messages or to people's mailboxes.
public struct SMTPDriver: ProviderDriver {
    /// `smtp://host:port` or `smtps://host:port`.
    let url: String
    let login: (user: String, password: String)?
    let sender: String
    /// The recipient's address, in which `{number}` stands for the digits of the phone number.
    let recipient: String
    let requiresTLS: Bool
    let clock: WallClock

    public init(
        url: String, login: (user: String, password: String)?, sender: String, recipient: String, requiresTLS: Bool,
        clock: WallClock
    ) {
        self.url = url
        self.login = login
        self.sender = sender
        self.recipient = recipient
        self.requiresTLS = requiresTLS
        self.clock = clock
    }

    public static let name = "smtp"
    /// What stands for the digits of the phone number in a recipient's address.
    public static let placeholder = "{number}"

    public func driver(_ link: ProviderLink) -> MessageDriver {
        MessageDriver(Self.name) { message in
            do throws(CurlFault) {
                let response = try await link.send(request(message))
                return DriverAnswer(.accepted, "SMTP reply \(response.status)")
            } catch {
                if case .mailRefused(550...559) = error.reason { return DriverAnswer(.failedPermanently, "\(error)") }
                return ProviderLink.answer(error)
            }
        }
    }

    func request(_ message: TextMessage) -> CurlRequest {
        let to = recipient.replacing(Self.placeholder, with: message.to.digits)
        var request = CurlRequest(url, body: mail(message, to: to))
        request.mail = CurlMail(sender: sender, recipient: to, login: login, requiresTLS: requiresTLS)
        return request
    }

    private func mail(_ message: TextMessage, to recipient: String) -> [UInt8] {
        let domain = sender.split(separator: "@").last ?? "localhost"
        let header = [
            "From: <\(sender)>", "To: <\(recipient)>", "Subject: Your code", "Date: \(MailDate.text(of: clock.now))",
            "Message-ID: <\(message.id)@\(domain)>", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64", "Auto-Submitted: auto-generated",
        ]
        let text = message.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        return Array((header + [""] + Self.lines(Base64.encode(Array(text.utf8)))).map { $0 + "\r\n" }.joined().utf8)
    }

    /// A base64 text in lines of 76 characters.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = [], rest = text[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(76)))
            rest = rest.dropFirst(76)
        }
        return lines
    }
}
