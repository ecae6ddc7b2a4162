import Cryptography
import OTP
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct OneTimePasswordTests {
    private static let secret = Array("12345678901234567890".utf8)

    /// The examples of RFC 4226, appendix D.
    @Test func `the counters of RFC 4226 give the published codes`() {
        let codes = (0..<10).map { HOTP.code(secret: Self.secret, counter: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    /// The examples of RFC 6238, appendix B.
    @Test(
        arguments: [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ])
    func `the times of RFC 6238 give the published codes`(second: Int64, sha1: String, sha256: String, sha512: String)
        throws
    {
        let long = Array(String(repeating: "1234567890", count: 7).utf8)
        let now = Instant(ms: second * 1000)
        for (function, count, code) in [
            (HashFunction.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            let totp = try #require(TOTP(secret: Array(long[..<count]), function: function, digits: 8))
            #expect(totp.code(at: now) == code)
        }
    }

    @Test func `digit counts, periods and secrets out of bounds are refused, and a secret is not printed`() {
        #expect(HOTP.code(secret: Self.secret, counter: 0, digits: 5) == nil)
        #expect(HOTP.code(secret: Self.secret, counter: 0, digits: 9) == nil)
        #expect(HOTP.code(secret: [], counter: 0) == nil)
        #expect(TOTP(secret: []) == nil)
        #expect(TOTP(secret: Self.secret, digits: 9) == nil)
        #expect(TOTP(secret: Self.secret, period: 0) == nil)
        #expect(TOTP(secret: Self.secret, period: 86401) == nil)
        #expect("\(TOTP(secret: Self.secret).debugDescription)".contains("••••"))
    }

    @Test func `pyotp gives the same codes`() throws {
        var walk = RandomWalk()
        let functions: [(HashFunction, String)] = [(.sha1, "sha1"), (.sha256, "sha256"), (.sha512, "sha512")]
        var cases: [JSON] = []
        for round in 0..<200 {
            let secret = SeededRandom(seed: walk.next()).random.bytes(14 + Int(walk.next() % 50))
            let (function, name) = functions[round % 3]
            let (digits, period) = (6 + round % 3, [15, 30, 60][Int(walk.next() % 3)])
            let second = Int64(walk.next() % 20_000_000_000)
            let counter = walk.next() % (1 << 53)
            let totp = try #require(TOTP(secret: secret, function: function, digits: digits, period: period))
            let hotp = try #require(HOTP.code(secret: secret, counter: counter, digits: digits, function: function))
            cases.append([
                "secret": .string(Base32.encode(secret)), "function": .string(name),
                "digits": .number(JSONNumber(digits)),
                "period": .number(JSONNumber(period)), "second": .number(JSONNumber(second)),
                "counter": .number(JSONNumber(counter)), "totp": .string(totp.code(at: Instant(ms: second * 1000))),
                "hotp": .string(hotp),
            ])
        }
        let script = """
            import hashlib, json, sys, pyotp
            for c in json.load(sys.stdin):
                f = getattr(hashlib, c["function"])
                t = pyotp.TOTP(c["secret"], digits=c["digits"], digest=f, interval=c["period"]).generate_otp(
                    c["second"] // c["period"])
                h = pyotp.HOTP(c["secret"], digits=c["digits"], digest=f).at(c["counter"])
                assert (t, h) == (c["totp"], c["hotp"]), c
            sys.stdout.write("agreed")
            """
        let answer = try PythonOracle.run(script, packages: ["pyotp"], input: JSON.array(cases).text)
        #expect(answer == "agreed", Comment(rawValue: walk.note))
    }
}
