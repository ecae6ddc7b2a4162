import Foundation
import Primitives
import Testing

@Suite struct RedactedTests {
    private static let hidden = "13572468013572468"

    /// One secret of each redacted type, which contains `hidden` or its first digits.
    private static func all() throws -> [any Redacted] {
        [
            try #require(OneTimeCode("135724")),
            try #require(AuthenticatorCode("13572468")), try #require(AccessToken(hidden)),
            try #require(RefreshToken(hidden)), SecretBytes(Array(hidden.utf8)),
        ]
    }

    @Test func `a secret shows its type and dots wherever it is printed`() throws {
        for secret in try Self.all() {
            var dumped = ""
            dump(secret, to: &dumped)
            let optional: (any Redacted)? = secret
            let printed = [
                "\(secret)", String(reflecting: secret), "\([secret])", "\(optional as Any)", dumped,
                "\(Mirror(reflecting: secret).children.map(\.value))",
            ]
            for text in printed {
                #expect(!text.contains("1357"))
                #expect(!text.contains("49, 51"))
            }
            #expect("\(secret)" == "\(type(of: secret))(••••)")
        }
    }

    @Test func `every encoder but the wire's throws, and its error does not contain the secret`() throws {
        for secret in try Self.all() {
            let json = JSONEncoder()
            #expect(throws: EncodingError.self) { try json.encode([Box(secret)]) }
            #expect(throws: EncodingError.self) { try PropertyListEncoder().encode([Box(secret)]) }
            json.userInfo[.wire] = false
            #expect(throws: EncodingError.self) { try json.encode([Box(secret)]) }
            do {
                _ = try json.encode([Box(secret)])
            } catch {
                #expect(!"\(error)".contains("1357"))
            }
        }
    }

    @Test func `the wire's encoder writes the content and reading gives it back`() throws {
        let json = JSONEncoder()
        let key = try #require(CodingUserInfoKey(rawValue: "latchkey.wire"))
        json.userInfo[key] = true
        let code = try #require(OneTimeCode("004200"))
        #expect(String(decoding: try json.encode([code]), as: UTF8.self) == #"["004200"]"#)
        #expect(try JSONDecoder().decode([OneTimeCode].self, from: Data(#"["004200"]"#.utf8)) == [code])
        let bytes = SecretBytes([251, 255])
        #expect(String(decoding: try json.encode([bytes]), as: UTF8.self) == #"["-_8"]"#)
        #expect(try JSONDecoder().decode([SecretBytes].self, from: Data(#"["-_8"]"#.utf8)) == [bytes])
    }

    @Test func `a malformed secret is refused without being quoted`() {
        do {
            _ = try JSONDecoder().decode([OneTimeCode].self, from: Data(#"["135724x"]"#.utf8))
            Issue.record("the malformed code was accepted")
        } catch {
            #expect(!"\(error)".contains("1357"))
        }
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12 456", "+12345"])
    func `a code is six ASCII digits`(text: String) {
        #expect(OneTimeCode(text) == nil)
    }

    @Test func `tokens are visible ASCII within bounds`() {
        #expect(AccessToken("a b") == nil)
        #expect(AccessToken("") == nil)
        #expect(AccessToken(String(repeating: "a", count: 8193)) == nil)
        #expect(RefreshToken("short") == nil)
        #expect(RefreshToken("aaaaaaaaaaaaaaaa\r\nSet-Cookie: stolen=1") == nil)
    }
}

private struct Box: Encodable {
    let secret: any Redacted

    init(_ secret: any Redacted) { self.secret = secret }

    func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}
