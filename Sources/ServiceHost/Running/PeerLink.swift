import Curl
public import Primitives
public import RPCClient

/// The connections to the other service's internal listener. ``close()`` must be called.
public struct PeerLink: Sendable {
    private let client: CurlClient
    /// Sends requests to the other service; it does not authenticate them.
    public let connection: HTTPConnection

    /// Opens no connection yet.
    ///
    /// - Throws: `KeyFault`, one line that says which certificate file is wrong; `CurlFault` if libcurl cannot start.
    public init(_ configuration: LinkConfiguration, now: Instant) throws {
        var settings = CurlSettings()
        if let files = configuration.client {
            // libcurl reads the files for every new connection; this finds a wrong one at the start.
            _ = try files.load(now: now)
            settings.caFile = files.authority
            settings.certificateFile = files.certificate
            settings.keyFile = files.key
        }
        client = try CurlClient(settings)
        connection = configuration.peer.connection(with: client)
    }

    /// The number of connections opened so far.
    public var connectionsOpened: Int { client.connectionsOpened }

    /// Ends open requests and refuses new ones.
    public func close() { client.close() }
}
