import Contracts
import Interchange
import Primitives
import StrictJSON
import Support
import Testing

/// Compares `OTPAuthURI` with pyotp, an independent implementation of the format.
@Suite struct PyotpTests {
    /// Names that pyotp can parse. It unescapes the whole address before it splits it, so names with `&`, `+` or `%`
    /// fail.
    private static let readable = ["Example", "Ä B", "日本", "a/b", "Big Corp."]
    /// Names that pyotp can print.
    private static let writable = readable + ["Ä & B", "50%", "x+y=z?"]

    private static func bodies(_ names: [String]) -> [OTPBody] {
        names.flatMap { name in
            [
                OTPBody(
                    accountName: name + "@example.org", issuer: name, type: .totp, secret: "JBSWY3DPEHPK3PXP",
                    algorithm: .sha256, digits: 8, period: 60),
                OTPBody(
                    accountName: "someone", issuer: name, type: .hotp, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                    algorithm: .sha1, digits: 6, counter: DecimalInt64(41)),
            ]
        }
    }

    @Test func `pyotp parses a printed address to the same entry`() throws {
        let answer = try PythonOracle.run(
            """
            import sys, json, pyotp
            for line in sys.stdin.read().splitlines():
                otp = pyotp.parse_uri(line)
                print(json.dumps([otp.name, otp.issuer, otp.secret, otp.digits, otp.digest().name.upper(),
                    getattr(otp, "interval", None) or getattr(otp, "initial_count", None)]))
            """, packages: ["pyotp"], input: Self.bodies(Self.readable).map(OTPAuthURI.print).joined(separator: "\n"))
        let read = try answer.split(separator: "\n").map { try JSON(parsing: String($0)) }
        let expected = Self.bodies(Self.readable).map { body -> JSON in
            let periodOrCounter = body.period.map { Int64($0) } ?? body.counter?.value ?? -1
            return [
                .string(body.accountName), .string(body.issuer), .string(body.secret),
                .number(JSONNumber(body.digits)), .string(body.algorithm.rawValue),
                .number(JSONNumber(periodOrCounter)),
            ]
        }
        #expect(read == expected)
    }

    @Test func `an address printed by pyotp is parsed to its entry`() throws {
        let answer = try PythonOracle.run(
            """
            import hashlib, pyotp, sys
            for name in sys.stdin.read().splitlines():
                print(pyotp.TOTP("JBSWY3DPEHPK3PXP", digits=8, digest=hashlib.sha256, interval=60)
                    .provisioning_uri(name=name + "@example.org", issuer_name=name))
                print(pyotp.HOTP("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", initial_count=41)
                    .provisioning_uri(name="someone", issuer_name=name))
            """, packages: ["pyotp"], input: Self.writable.joined(separator: "\n"))
        let lines = try EntryFile.read(Array(answer.utf8)).entries
        #expect(lines.map(\.outcome) == Self.bodies(Self.writable).map { .success($0) })
    }
}
