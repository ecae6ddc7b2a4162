import Contracts
import Interchange
import Primitives
import Testing

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
    func `different spellings of an address are parsed to the same entry`(text: String) throws {
        #expect(try OTPAuthURI.parse(text) == Self.simple)
    }

    @Test(arguments: [
        ("https://example.com", EntryFault.notOTPAuth), ("otpauth://motp/x?secret=AA", .unknownType),
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
    func `an address with a missing, repeated or wrong part is refused with its reason`(
        text: String, fault: EntryFault
    ) {
        #expect(throws: fault) { try OTPAuthURI.parse(text) }
    }

    @Test(arguments: [
        ("otpauth://totp/x?secret=JBSWY3DP&digits=%2B6", "digits"),
        ("otpauth://totp/x?secret=JBSWY3DP&digits=", "digits"),
        ("otpauth://totp/x?secret=JBSWY3DP&digits=６", "digits"),
        ("otpauth://totp/x?secret=JBSWY3DP&period=-30", "period"),
        ("otpauth://totp/x?secret=JBSWY3DP&period=30.0", "period"),
        ("otpauth://hotp/x?secret=JBSWY3DP&counter=-1", "counter"),
        ("otpauth://hotp/x?secret=JBSWY3DP&counter=9223372036854775808", "counter"),
        ("otpauth://totp/a%00b?secret=JBSWY3DP", "account name"),
        ("otpauth://totp/a?secret=JBSWY3DP&issuer=b%00", "issuer"),
        ("otpauth://totp/\(String(repeating: "x", count: 257))?secret=JBSWY3DP", "account name"),
        ("otpauth://totp/x?secret=\(String(repeating: "A", count: 1_026))", "secret"),
        ("otpauth://totp/x?secret=A", "secret"), ("otpauth://totp/x?secret=JBSW%3D%3DJBSW", "secret"),
    ])
    func `a value out of bounds is refused with the name of its parameter and without the secret`(
        text: String, name: String
    ) {
        do throws(EntryFault) {
            Issue.record("\(try OTPAuthURI.parse(text))")
        } catch {
            guard case .refused(name, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!error.description.contains("JBSW"))
        }
    }

    @Test(arguments: [
        ("totp/x", EntryFault.notOTPAuth), ("otpauth:", .notOTPAuth), ("otpauth://", .unknownType),
        ("otpauth://totp:80/x?secret=JBSWY3DP", .unknownType), ("otpauth://a@totp/x?secret=JBSWY3DP", .unknownType),
        ("otpauth://totp/x#?secret=JBSWY3DP", .missing("secret")), ("otpauth://totp/x?&&=&a", .missing("secret")),
        ("otpauth://totp/x?secret=JBSWY3DP&issuer=%", .brokenEscape),
        ("otpauth://totp/x?secret=JBSWY3DP&issuer=%e", .brokenEscape),
        ("otpauth://totp/x?secret=JBSWY3DP&issuer=%C0%AF", .brokenEscape),
        ("otpauth://totp/x?secret=JBSWY3DP&issuer=%ED%A0%80", .brokenEscape),
        ("otpauth://totp/x?secret=JBSWY3DP&digits=6&DIGITS=8", .repeated("digits")),
    ])
    func `a malformed address is refused with its reason`(text: String, fault: EntryFault) {
        #expect(throws: fault) { try OTPAuthURI.parse(text) }
    }

    @Test func `an address of 11 264 bytes is parsed, and one byte more is refused by name`() throws {
        let start = "otpauth://totp/x?secret=JBSWY3DP&image="
        let text = start + String(repeating: "x", count: 11_264 - start.utf8.count)
        #expect(try OTPAuthURI.parse(text).secret == "JBSWY3DP")
        #expect(throws: EntryFault.addressTooLong) { try OTPAuthURI.parse(text + "x") }
    }

    @Test func `an entry with the longest labels and key is parsed as it was printed`() throws {
        let label = String(repeating: "\u{1F511}", count: 256)
        let body = OTPBody(
            accountName: label, issuer: label, type: .hotp, secret: Base32.encode([UInt8](repeating: 9, count: 640)),
            algorithm: .sha512, digits: 8, counter: DecimalInt64(.max))
        #expect(try OTPAuthURI.parse(OTPAuthURI.print(body)) == body)
    }

    @Test(arguments: ["Ä & B = C", "a:b", ":", "100%", "日本", "x+y", "a/b?c#d", "é", "e\u{301}", "👨‍👩‍👧", ""])
    func `a printed entry is parsed to the same entry`(name: String) throws {
        for (account, issuer) in [(name, name), (name, ""), ("a", name)] {
            let body = OTPBody(
                accountName: account, issuer: issuer, type: .hotp, secret: "MZXW6YTB", algorithm: .sha512, digits: 8,
                counter: DecimalInt64(7))
            #expect(try OTPAuthURI.parse(OTPAuthURI.print(body)) == body)
        }
    }

    @Test func `each line of a list has an outcome, except empty lines and comments`() throws {
        let text = "\u{FEFF}# mine\n\n otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP \r\nnonsense\n"
        let file = try EntryFile.read(Array(text.utf8))
        #expect(file.entries.map(\.position.description) == ["line 3", "line 4"])
        #expect(file.entries.map(\.outcome) == [.success(Self.simple), .failure(.notOTPAuth)])
        #expect(file.format == .otpauth && file.remarks.isEmpty)
    }

    @Test(arguments: [
        "otpauth://steam/Steam:gaben?secret=JBSWY3DPEHPK3PXP&issuer=Steam",
        "otpauth://totp/Steam:gaben?secret=JBSWY3DPEHPK3PXP&issuer=Steam&digits=5&encoder=steam",
        "otpauth://steam/Steam:gaben?secret=JBSWY3DPEHPK3PXP&digits=5&period=30&algorithm=SHA1",
    ])
    func `an address of a Steam entry is parsed, and printed as one`(text: String) throws {
        let body = try OTPAuthURI.parse(text)
        #expect(body.type == .steam && body.digits == 5 && body.period == 30 && body.algorithm == .sha1)
        #expect(try OTPAuthURI.parse(OTPAuthURI.print(body)) == body)
    }

    @Test(arguments: [("algorithm=SHA256", "algorithm"), ("period=60", "period")])
    func `a Steam entry with another hash or period is refused`(parameter: String, name: String) {
        #expect(throws: EntryFault.self) { try OTPAuthURI.parse("otpauth://steam/x?secret=JBSWY3DP&\(parameter)") }
    }
}
