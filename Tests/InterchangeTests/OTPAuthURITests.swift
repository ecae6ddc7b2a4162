import Contracts
import Interchange
import Testing
import Vocabulary

struct OTPAuthURITests {
    static let simple = OTPBody(
        accountName: "alice@google.com", issuer: "Example", type: .totp, secret: "JBSWY3DPEHPK3PXP", algorithm: .sha1,
        digits: 6, period: 30)

    @Test(arguments: [
        "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
        "otpauth://totp/Example%3Aalice%40google.com?secret=jbsw%20y3dp%20ehpk%203pxp&issuer=Example",
        "OTPAUTH://TOTP/alice@google.com?SECRET=JBSWY3DPEHPK3PXP&ISSUER=Example&digits=6&period=30&algorithm=sha-1",
        "otpauth://totp/Wrong:%20alice@google.com?secret=JBSWY3DPEHPK3PXP====&issuer=Example&image=x#fragment",
    ])
    func `the ways apps write one entry all read as it`(text: String) throws {
        #expect(try OTPAuthURI.parse(text) == Self.simple)
    }

    @Test(arguments: [
        ("https://example.com", OTPAuthFault.notOTPAuth), ("otpauth://steam/x?secret=AA", .unknownType),
        ("otpauth://totp/?secret=AA", .missing("label")), ("otpauth://totp", .missing("label")),
        ("otpauth://totp/x", .missing("secret")), ("otpauth://totp/x?secret=", .missing("secret")),
        ("otpauth://totp/x?secret=A1!", .refused("secret", why: "it is not Base32")),
        ("otpauth://totp/x?secret=JBSWY3DP&secret=JBSWY3DP", .repeated("secret")),
        ("otpauth://totp/%zz?secret=JBSWY3DP", .brokenEscape), ("otpauth://totp/%ff?secret=JBSWY3DP", .brokenEscape),
        ("otpauth://hotp/x?secret=JBSWY3DP", .missing("counter")),
        ("otpauth://totp/x?secret=JBSWY3DP&digits=5", .refused("digits", why: "it is not a number from 6 to 8")),
        ("otpauth://totp/x?secret=JBSWY3DP&digits=9", .refused("digits", why: "it is not a number from 6 to 8")),
        ("otpauth://totp/x?secret=JBSWY3DP&period=0", .refused("period", why: "it is not a number from 1 to 300")),
        ("otpauth://totp/x?secret=JBSWY3DP&period=301", .refused("period", why: "it is not a number from 1 to 300")),
        (
            "otpauth://totp/x?secret=JBSWY3DP&algorithm=MD5",
            .refused("algorithm", why: "it is none of SHA1, SHA256 and SHA512")
        ),
    ])
    func `what is no entry is refused with its reason`(text: String, fault: OTPAuthFault) {
        #expect(throws: fault) { try OTPAuthURI.parse(text) }
    }

    @Test(arguments: ["", "Ä & B = C", "a:b", "100%", "日本", "x+y"])
    func `what is printed reads back the same`(name: String) throws {
        let body = OTPBody(
            accountName: name, issuer: name.filter { $0 != ":" }, type: .hotp, secret: "MZXW6YTB", algorithm: .sha512, digits: 8,
            counter: DecimalInt64(7))
        guard !name.isEmpty else { return }
        #expect(try OTPAuthURI.parse(OTPAuthURI.print(body)) == body)
    }

    @Test func `every line of a file has an outcome`() {
        let lines = OTPAuthList.parse(
            "# mine\n\notpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP\r\nnonsense\n")
        #expect(lines.map(\.number) == [3, 4])
        #expect((try? lines[0].outcome.get()) == Self.simple)
        #expect(lines[1].outcome == .failure(.notOTPAuth))
    }
}
