import Testing

@testable import MessageDrivers

@Suite struct `Signatures of providers` {
    @Test func `a webhook is signed as in the published example of Standard Webhooks`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(arguments: [(23, false), (24, true), (64, true), (65, false)])
    func `a webhook's secret has 24 to 64 bytes`(bytes: Int, isAllowed: Bool) {
        #expect((WebhookSecret("whsec_\(base64(bytes))") != nil) == isAllowed)
        #expect(WebhookSecret(base64(bytes)) == nil)
    }

    private func base64(_ count: Int) -> String {
        let text = String(repeating: "A", count: (count * 8 + 5) / 6)
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    private static let url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    private static let form = [
        ("CallSid", "CA1234567890ABCDE"), ("Digits", "1234"), ("From", "+14158675309"), ("To", "+18005551212"),
        ("Caller", "+14158675309"),
    ].map { (name: $0.0, value: $0.1) }

    @Test func `the published example of Twilio is valid, and every change of it is not`() {
        let signature = "RSOYDt4T1cUTdK1PDd93/VVr8B8=", twilio = TwilioSignature(token: "12345")
        #expect(twilio.isValid(signature, url: Self.url, form: Self.form))
        #expect(twilio.isValid(signature, url: Self.url.replacing(".com/", with: ".com:443/"), form: Self.form))
        #expect(!TwilioSignature(token: "12346").isValid(signature, url: Self.url, form: Self.form))
        #expect(!twilio.isValid(signature, url: Self.url + "&", form: Self.form))
        #expect(!twilio.isValid(signature, url: Self.url, form: Self.form.dropLast()))
        #expect(!twilio.isValid("", url: Self.url, form: Self.form))
        for index in Self.form.indices {
            var changed = Self.form
            changed[index].value += "0"
            #expect(!twilio.isValid(signature, url: Self.url, form: changed))
        }
    }
}
