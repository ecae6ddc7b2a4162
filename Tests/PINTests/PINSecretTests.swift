import Testing

@testable import PIN

@Suite struct PINSecretTests {
    @Test(arguments: ["7206", "482916", "123456789012"])
    func `a PIN is its 4 to 12 ASCII digits`(digits: String) throws {
        #expect(try PINSecret(digits: digits).reveal == Array(digits.utf8))
    }

    @Test(
        arguments: [
            ("", PINSecretFault.tooShort(minimum: 4)), ("720", .tooShort(minimum: 4)),
            ("1234567890123", .tooLong(maximum: 12)), ("72o6", .notDigits), (" 7206", .notDigits),
            ("７２０６", .notDigits), ("٧٢٠٦", .notDigits), ("7206\u{301}", .notDigits), ("720\u{0}", .notDigits),
        ])
    func `other texts are no PIN`(digits: String, fault: PINSecretFault) {
        #expect(throws: fault) { try PINSecret(digits: digits) }
    }

    @Test(arguments: ["a", "é", "e\u{301}"])
    func `a passphrase has at least 8 code points after normalisation`(letter: String) {
        #expect(throws: Never.self) { try PINSecret(passphrase: String(repeating: letter, count: 8)) }
        #expect(throws: PINSecretFault.tooShort(minimum: 8)) {
            try PINSecret(passphrase: String(repeating: letter, count: 7))
        }
    }

    @Test(arguments: ["a", "e\u{301}", "𝄞", "\u{1FB3}\u{301}"])
    func `a passphrase has at most 128 code points after normalisation, however it is typed`(letter: String) throws {
        let length = try NFKC.normalize(letter).unicodeScalars.count
        let most = String(repeating: letter, count: 128 / length)
        #expect(throws: Never.self) { try PINSecret(passphrase: most) }
        #expect(throws: PINSecretFault.tooLong(maximum: 128)) { try PINSecret(passphrase: most + letter) }
    }

    @Test func `a text of more than 4096 bytes is refused before it is normalised`() {
        #expect(throws: PINSecretFault.tooLong(maximum: 128)) {
            try PINSecret(passphrase: "\n" + String(repeating: "a", count: 4096))
        }
    }

    @Test func `a passphrase of digits is the same secret as the PIN of these digits`() throws {
        #expect(try PINSecret(passphrase: "48291673") == PINSecret(digits: "48291673"))
        #expect(try PINSecret(digits: "48291673") != PINSecret(digits: "48291674"))
        #expect(try PINSecret(digits: "4829") != PINSecret(digits: "48290"))
    }

    @Test func `a secret shows dots wherever it is printed`() throws {
        let secret = try PINSecret(digits: "13572468")
        let optional: PINSecret? = secret
        var dumped = ""
        dump(secret, to: &dumped)
        let printed = [
            "\(secret)", String(reflecting: secret), "\([secret])", "\(optional as Any)", dumped,
            "\(Mirror(reflecting: secret).children.map(\.value))",
        ]
        for text in printed {
            #expect(!text.contains("1357"))
            #expect(!text.contains("49, 51"))
        }
        #expect("\(secret)" == "PINSecret(••••)")
        #expect(!((secret as Any) is any Encodable))
    }
}
