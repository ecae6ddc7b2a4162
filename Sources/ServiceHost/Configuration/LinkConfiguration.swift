import Primitives
public import RPCServer

/// The settings of the link between the two services: the addresses of both internal listeners, and how the two sides
/// prove themselves to each other below the message authentication codes.
public struct LinkConfiguration: Sendable {
    /// The other service's internal listener.
    public let peer: PeerAddress
    /// This service's internal listener.
    public let listen: ServerAddress
    /// The files with which this service connects by https; nil for the other addresses.
    let client: CertificateFiles?
    /// The files with which the internal listener accepts TLS connections; nil if it accepts plain ones.
    let server: CertificateFiles?
    /// The name or number of the group whose members may use the internal listener's Unix socket; nil for none.
    let socketGroup: String?
    /// The number of the key pair with which this service signs its handshakes.
    let serviceKey: Int

    /// - Parameters:
    ///   - port: the default port of the internal listener on 127.0.0.1.
    ///   - peerPort: the default port of the other service's.
    init(_ settings: inout SettingReader, port: Int, peerPort: Int) throws(SettingsFault) {
        listen = try settings.address(
            "internal-listen", default: .tcp(host: "127.0.0.1", port: port), "The listener for the other service.")
        let local = PeerAddress.http(url: "http://127.0.0.1:\(peerPort)/rpc", isLoopback: true)
        peer = try settings.value(
            "peer-url", default: local, shown: "\(local)", format: PeerAddress.format,
            "The other service's internal address.", parse: PeerAddress.init)
        let isTrusted = try settings.flag(
            "peer-network-trusted", default: false,
            "Allow plain HTTP to a peer-url on another host; others on that network can then read the calls.")
        client = try CertificateFiles.read(&settings, Self.clientKeys)
        server = try CertificateFiles.read(&settings, Self.serverKeys)
        socketGroup = try settings.optionalText(
            "internal-socket-group",
            "The group that may use the Unix socket of internal-listen; else only the own user.")
        serviceKey = try settings.number(
            "service-key", 1...999_999, default: 1, isLive: true,
            "The number of the key with which this service signs: 2 for the file NAME.service-2.pem.")
        check(isTrusted: isTrusted, &settings)
    }

    private static let clientKeys = CertificateFiles.Settings(
        certificate: ("peer-certificate", "https peer-url: a PEM file with this service's certificate."),
        key: ("peer-key", "https peer-url: a PEM file with the certificate's private key, mode 0400 or 0600."),
        authority: ("peer-ca", "https peer-url: a PEM file with the only authority of the other service's certificate.")
    )
    private static let serverKeys = CertificateFiles.Settings(
        certificate: ("internal-certificate", "TLS of internal-listen: a PEM file with this service's certificate."),
        key: ("internal-key", "TLS of internal-listen: a PEM file with the private key, mode 0400 or 0600."),
        authority: (
            "internal-client-ca", "TLS of internal-listen: a PEM file with the authority of the client's certificate."
        ))

    private func check(isTrusted: Bool, _ settings: inout SettingReader) {
        let isHTTPS = if case .https = peer { true } else { false }
        let isPlainElsewhere = if case .http(_, isLoopback: false) = peer { true } else { false }
        let isSocket = if case .unix = listen { true } else { false }
        let client = ["peer-url", "peer-certificate", "peer-key", "peer-ca"]
        settings.require(
            !isHTTPS || self.client != nil, of: client,
            "--set peer-url=https://… needs peer-certificate, peer-key and peer-ca")
        settings.require(
            !isPlainElsewhere || isTrusted, of: ["peer-url", "peer-network-trusted"],
            "--set peer-url=http://… names another host, and the network could read the calls: use https, or set "
                + "peer-network-trusted=true")
        settings.require(
            isHTTPS || self.client == nil || isPlainElsewhere && !isTrusted, of: client,
            "--set peer-certificate=… is for an https peer-url: use https, or leave it out")
        settings.require(
            !isSocket || server == nil, of: ["internal-listen"],
            "--set internal-certificate=… is for a TCP internal-listen: leave it out with unix:PATH")
        settings.require(
            isSocket || socketGroup == nil, of: ["internal-listen"],
            "--set internal-socket-group=… is for internal-listen=unix:PATH: leave it out")
    }

    /// The conditions of the internal listener.
    ///
    /// - Throws: `SettingsFault` if the group does not exist, `KeyFault` if a certificate file cannot be used.
    func listenerSecurity(now: Instant) throws -> ListenerSecurity {
        ListenerSecurity(
            tls: try server?.load(now: now), socketGroup: try socketGroup.map { try SystemGroup.number(of: $0) })
    }
}
