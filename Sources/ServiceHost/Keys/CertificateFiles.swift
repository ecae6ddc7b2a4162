import Primitives
import RPCServer

/// The PEM files of one side of a TLS connection.
struct CertificateFiles: Sendable, Hashable {
    let certificate: String
    let key: String
    /// The certificates of the authorities that the other side's certificate must come from.
    let authority: String

    /// The names and descriptions of the three settings.
    struct Settings {
        let certificate: (name: String, help: String)
        let key: (name: String, help: String)
        let authority: (name: String, help: String)
    }

    /// Reads three settings that are given together or not at all.
    static func read(_ reader: inout SettingReader, _ settings: Settings) throws(SettingsFault) -> CertificateFiles? {
        let certificate = try reader.optionalText(settings.certificate.name, isLive: true, settings.certificate.help)
        let key = try reader.optionalText(settings.key.name, isLive: true, settings.key.help)
        let authority = try reader.optionalText(settings.authority.name, isLive: true, settings.authority.help)
        if let certificate, let key, let authority {
            return CertificateFiles(certificate: certificate, key: key, authority: authority)
        }
        let all = [
            (settings.certificate.name, certificate), (settings.key.name, key), (settings.authority.name, authority),
        ]
        guard let given = all.first(where: { $0.1 != nil }), let missing = all.first(where: { $0.1 == nil }) else {
            return nil
        }
        reader.refuse([given.0, missing.0], "--set \(given.0)=… needs \(missing.0), too")
        return nil
    }

    /// Reads the files and checks that the key belongs to the certificate, and that the certificate is valid now.
    ///
    /// - Throws: one line that says what to change.
    func load(now: Instant) throws(KeyFault) -> TLSIdentity {
        let identity = try identity()
        let (from, to) = identity.validity
        guard now >= from else {
            throw KeyFault("the certificate \(certificate) is valid only from \(from) on: check the clock")
        }
        guard now <= to else { throw KeyFault("the certificate \(certificate) expired at \(to): renew it") }
        return identity
    }

    private func identity() throws(KeyFault) -> TLSIdentity {
        let keyBytes = try KeyFolder.read(key)
        do {
            return try TLSIdentity(
                certificate: try Self.public(certificate), key: keyBytes, authorities: try Self.public(authority))
        } catch let fault as KeyFault {
            throw fault
        } catch {
            switch error as? TLSIdentityFault {
            case .unreadableKey?: throw KeyFault("\(key) is not a private key in PEM without a password")
            case .unreadableAuthorities?: throw KeyFault("\(authority) holds no certificate in PEM")
            case .keyOfAnotherCertificate?:
                throw KeyFault(
                    "the private key \(key) does not belong to the certificate \(certificate): name the right pair")
            case .unreadableCertificate?, nil: throw KeyFault("\(certificate) holds no certificate in PEM")
            }
        }
    }

    /// Reads a file that anybody may read and that only its owner or root may change.
    private static func `public`(_ path: String) throws(KeyFault) -> [UInt8] {
        if let problem = FileOwnership.problem(path, "the certificate file") { throw KeyFault(problem) }
        guard let bytes = SmallFile.read(path), !bytes.isEmpty else {
            throw KeyFault("the certificate file \(path) is missing or unreadable: put it there, or change the setting")
        }
        return bytes
    }
}
