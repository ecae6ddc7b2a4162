import Glibc
import Support
import Testing

@testable import ServiceHost

/// Files of certificates and keys in a scratch folder.
struct CertificateFixture {
    let folder = scratchFolder()

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Writes a file with this mode and returns its path.
    func write(_ name: String, _ text: String, mode: mode_t) throws -> String {
        let file = try #require(fopen(path(name), "w"))
        fputs(text, file)
        fclose(file)
        chmod(path(name), mode)
        return path(name)
    }

    /// Writes the files of one side.
    func files(
        certificate: String = TestCertificates.auth.certificate, key: String = TestCertificates.auth.key,
        authority: String = TestCertificates.authority, keyMode: mode_t = 0o600, certificateMode: mode_t = 0o644
    ) throws -> CertificateFiles {
        CertificateFiles(
            certificate: try write("own.pem", certificate, mode: certificateMode),
            key: try write("own.key", key, mode: keyMode),
            authority: try write("ca.pem", authority, mode: certificateMode))
    }
}
