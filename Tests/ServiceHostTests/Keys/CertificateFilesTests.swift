import Glibc
import Primitives
import Support
import Testing

@testable import ServiceHost

@Suite struct CertificateFilesTests {
    private let fixture = CertificateFixture()
    /// 2025-06-15.
    private let now = Instant(ms: 1_750_000_000_000)

    /// Returns the line with which the files are refused.
    private func refusal(_ files: CertificateFiles, now: Instant? = nil) -> String? {
        do throws(KeyFault) {
            _ = try files.load(now: now ?? self.now)
            return nil
        } catch { return error.description }
    }

    @Test func `a certificate with its key is accepted, with several authorities, too`() throws {
        #expect(refusal(try fixture.files()) == nil)
        #expect(refusal(try fixture.files(keyMode: 0o400)) == nil)
        let both = TestCertificates.authority + TestCertificates.otherAuthority
        #expect(refusal(try fixture.files(authority: both)) == nil)
    }

    @Test func `a missing file is named`() throws {
        for name in ["own.pem", "own.key", "ca.pem"] {
            let files = try fixture.files()
            unlink(fixture.path(name))
            let line = refusal(files)
            #expect(line?.contains("\(fixture.path(name)) is missing") == true, "\(line ?? "accepted")")
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660] as [mode_t])
    func `a private key that others can read is refused`(mode: mode_t) throws {
        let line = refusal(try fixture.files(keyMode: mode))
        #expect(
            line
                == "the key file \(fixture.path("own.key")) can be read by others: chmod 0400 \(fixture.path("own.key"))"
        )
    }

    @Test(arguments: [0o664, 0o646] as [mode_t])
    func `a certificate that others can change is refused`(mode: mode_t) throws {
        let line = refusal(try fixture.files(certificateMode: mode))
        #expect(line?.hasSuffix("can be changed by others: chmod go-w \(fixture.path("own.pem"))") == true)
    }

    @Test func `the key of another certificate is refused`() throws {
        let line = refusal(try fixture.files(key: TestCertificates.vault.key))
        #expect(line?.contains("does not belong to the certificate \(fixture.path("own.pem"))") == true)
    }

    @Test func `texts that are no certificate or key are refused, and their file is named`() throws {
        #expect(
            refusal(try fixture.files(certificate: "x")) == "\(fixture.path("own.pem")) holds no certificate in PEM")
        #expect(refusal(try fixture.files(authority: "x")) == "\(fixture.path("ca.pem")) holds no certificate in PEM")
        let key = refusal(try fixture.files(key: "x"))
        #expect(key == "\(fixture.path("own.key")) is not a private key in PEM without a password")
        let public_ = refusal(try fixture.files(key: TestCertificates.auth.certificate))
        #expect(public_ == key)
    }

    /// The certificates are valid from the first second of 2020 to the first of 2120.
    @Test(
        arguments: [
            (1_577_836_799_999, false), (1_577_836_800_000, true), (4_733_510_400_000, true),
            (4_733_510_400_001, false),
        ] as [(Int64, Bool)])
    func `a certificate is refused before and after its validity`(ms: Int64, isValid: Bool) throws {
        #expect((refusal(try fixture.files(), now: Instant(ms: ms)) == nil) == isValid)
    }

    @Test func `an expired certificate is named with what to do`() throws {
        let expired = TestCertificates.expired
        let line = refusal(try fixture.files(certificate: expired.certificate, key: expired.key))
        #expect(line?.hasPrefix("the certificate \(fixture.path("own.pem")) expired at ") == true)
        #expect(line?.hasSuffix(": renew it") == true)
    }
}
