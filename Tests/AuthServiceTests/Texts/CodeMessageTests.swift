import AuthService
import AuthStore
import Contracts
import Domain
import Primitives
import Testing

@Suite struct `The message of a code` {
    @Test func `says what its code is for, how long it is valid, and ends with the line that phones read`() async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        try await phone.register(fixture)
        _ = try await phone.requestCode(fixture)
        _ = try await phone.requestCode(fixture, .deleteAccount)
        _ = try await fixture.client("tablet").requestCode(fixture)
        let uses = [
            "register this number and log in", "log in", "DELETE your account and everything in it",
            "log in on a new device",
        ]
        for (message, use) in zip(fixture.inbox.messages, uses) {
            let code = try #require(message.text.split(separator: "#").last)
            let text = """
                \(code) is your code to \(use). It is valid for 5 minutes. Never tell it to anyone.

                @auth.test #\(code)
                """
            #expect(message.text == text)
        }
        #expect(fixture.inbox.messages.count == uses.count)
    }

    @Test func `is the same for a number without an account as for a new device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        _ = try await fixture.client().requestCode(fixture)
        _ = try await fixture.client().requestCode(fixture, to: "+33612345678")
        let texts = fixture.inbox.messages.suffix(2).map { $0.text.replacing(/[0-9]{6}/, with: "") }
        #expect(texts[0] == texts[1])
    }

    @Test(arguments: [(30, "30 seconds"), (119, "119 seconds"), (120, "2 minutes")])
    func `says how long its code is valid`(seconds: Int, validity: String) async throws {
        let fixture = try await AuthServiceFixture { $0.codeLifetime = .seconds(seconds) }
        _ = try await fixture.client().requestCode(fixture)
        let text = try #require(fixture.inbox.messages.first?.text)
        #expect(text.contains("It is valid for \(validity)."))
    }
}
