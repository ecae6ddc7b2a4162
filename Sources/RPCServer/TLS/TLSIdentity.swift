import NIOCore
import NIOSSL
public import Primitives

/// The certificate and private key of one side of a TLS connection, and the certificate authorities that it accepts.
public struct TLSIdentity: Sendable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey
    private let authorities: [NIOSSLCertificate]

    /// Reads PEM texts.
    ///
    /// - Parameters:
    ///   - certificate: the certificate, followed by those of intermediate authorities if there are any.
    ///   - key: the certificate's private key, not encrypted.
    ///   - authorities: the certificates of the authorities that the other side's certificate must come from.
    public init(certificate: [UInt8], key: [UInt8], authorities: [UInt8]) throws(TLSIdentityFault) {
        guard let chain = Self.certificates(certificate) else { throw .unreadableCertificate }
        guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else { throw .unreadableKey }
        guard let authorities = Self.certificates(authorities) else { throw .unreadableAuthorities }
        (self.chain, self.key, self.authorities) = (chain, key, authorities)
        // The library compares the public key of the certificate with the private key.
        guard (try? NIOSSLContext(configuration: serverConfiguration)) != nil else { throw .keyOfAnotherCertificate }
    }

    /// The time from which the certificate is valid, and the last second of its validity.
    public var validity: (from: Instant, to: Instant) {
        (
            Instant(ms: Int64(chain[0].notValidBefore) * 1000),
            Instant(ms: Int64(chain[0].notValidAfter) * 1000)
        )
    }

    /// TLS 1.2 or later; the client must present a certificate of one of the authorities.
    private var serverConfiguration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfigurationWithMTLS(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key),
            trustRoots: .certificates(authorities))
        configuration.minimumTLSVersion = .tlsv12
        // A client that does not answer the end of the connection would delay the end of the service.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }

    /// The context for the connections of a server.
    func serverContext() throws -> NIOSSLContext { try NIOSSLContext(configuration: serverConfiguration) }

    private static func certificates(_ pem: [UInt8]) -> [NIOSSLCertificate]? {
        guard let read = try? NIOSSLCertificate.fromPEMBytes(pem), !read.isEmpty else { return nil }
        return read
    }
}

/// The reason why PEM texts are no ``TLSIdentity``.
public enum TLSIdentityFault: Error, Sendable, Hashable {
    /// The text of the certificate holds no certificate.
    case unreadableCertificate
    /// The text of the key holds no private key, or an encrypted one.
    case unreadableKey
    /// The text of the authorities holds no certificate.
    case unreadableAuthorities
    /// The private key does not belong to the certificate.
    case keyOfAnotherCertificate
}
