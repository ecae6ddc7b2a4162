/// The envelope of a mail, which is sent by `smtp://` or `smtps://` with the request's body as its text.
///
/// The body holds the header lines, an empty line and the text, with CRLF at the end of each line. The response has no
/// body, and its status is the last reply code of the server.
public struct CurlMail: Sendable {
    /// The address in MAIL FROM, without angle brackets.
    public var sender: String
    /// The address in RCPT TO.
    public var recipient: String
    /// The user name and password to log in with; nil sends without a login.
    public var login: (user: String, password: String)?
    /// True sends only over TLS: with `smtp://` the server must accept STARTTLS.
    public var requiresTLS: Bool

    public init(
        sender: String, recipient: String, login: (user: String, password: String)? = nil, requiresTLS: Bool = true
    ) {
        self.sender = sender
        self.recipient = recipient
        self.login = login
        self.requiresTLS = requiresTLS
    }

    /// The reason why the mail can never be sent; nil if libcurl may try.
    var unsendableReason: String? {
        for address in [sender, recipient] where !address.isMailAddress {
            return "a mail address is empty or contains a space, an angle bracket or a control character"
        }
        if let login, !login.user.isSendable || !login.password.isSendable {
            return "the user name or the password of a mail contains a control character"
        }
        return nil
    }
}

extension String {
    /// True if the text can stand between the angle brackets of an SMTP command.
    fileprivate var isMailAddress: Bool {
        !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    }
}
