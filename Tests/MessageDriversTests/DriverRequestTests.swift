import AuthService
import Curl
import Primitives
import Support
import Testing

@testable import MessageDrivers

@Suite struct `What drivers send` {
    private let clock = StoppedClock()

    @Test func `Kannel gets the message in its alphabet and the address for reports`() {
        let kannel = KannelDriver(
            url: "http://127.0.0.1:13013/cgi-bin/sendsms", user: "me", password: "p&=w", sender: nil,
            reportURL: "http://10.0.0.11:7631")
        #expect(
            kannel.address(of: .sample("a b")) == "http://127.0.0.1:13013/cgi-bin/sendsms?username=me&password=p%26%3Dw"
                + "&to=%2B4915112345678&text=a%20b&charset=UTF-8&coding=0&dlr-mask=19&dlr-url="
                + "http%3A%2F%2F10.0.0.11%3A7631%2Freports%2Fkannel%3Fid%3Dreference%26state%3D%25d")
        #expect(kannel.address(of: .sample("ж")).contains("&coding=2&"))
    }

    @Test(arguments: [
        ("@auth.example #123456\n", true), ("ÄÖÜäöüß€[]{}", true), ("ж", false), ("a\u{301}", false), ("`", false),
        ("", true),
    ])
    func `a text outside the alphabet of GSM is sent with two bytes a character`(text: String, isHeld: Bool) {
        #expect(GSMAlphabet.holds(text) == isHeld)
    }

    @Test func `Twilio gets a number or a messaging service as the sender`() {
        for (sender, field) in [("+4930123", "From=%2B4930123"), ("MG12", "MessagingServiceSid=MG12")] {
            let request = TwilioDriver(
                url: "https://api.test", account: "AC1", token: "secret", sender: sender, reportURL: nil
            ).request(.sample("a"))
            #expect(request.url == "https://api.test/2010-04-01/Accounts/AC1/Messages.json")
            #expect(request.headers[0].value == "Basic QUMxOnNlY3JldA==")
            #expect(String(decoding: request.body, as: UTF8.self) == "To=%2B4915112345678&\(field)&Body=a")
        }
    }

    @Test func `a mail has the digits of the number in its recipient, and lines that end in CRLF`() {
        let request = SMTPDriver(
            url: "smtp://mail.test:587", login: nil, sender: "codes@mail.test", recipient: "{number}@sms.test",
            requiresTLS: true, clock: clock.wall
        ).request(.sample())
        #expect(request.mail?.recipient == "4915112345678@sms.test")
        let lines = String(decoding: request.body, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.contains("To: <4915112345678@sms.test>"))
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 +0000"),
        (1_767_225_599_999, "Wed, 31 Dec 2025 23:59:59 +0000"),
    ])
    func `the date of a mail`(ms: Int64, text: String) {
        #expect(MailDate.text(of: Instant(ms: ms)) == text)
    }

    @Test func `a form is read as it was written, and damaged ones are refused`() {
        let fields = [("a b", "ü&=+%"), ("", ""), ("c", "1")]
        let read = FormText.decode(FormText.encode(fields.map { (name: $0.0, value: $0.1) }))
        #expect(read?.map(\.name) == fields.map(\.0))
        #expect(read?.map(\.value) == fields.map(\.1))
        for damaged in ["a=%", "a=%1", "a=%zz", "a=%ff", "%=a"] { #expect(FormText.decode(damaged) == nil) }
    }
}
