import Curl
public import JSONRPC
public import Primitives
import RPCClient

/// The connections to the other service's internal listener. ``close()`` must be called.
public final class PeerLink: Sendable {
    /// The time after which connections with replaced certificates are closed. A call ends earlier.
    private static let replacedLifetime = Duration.seconds(10)

    private let current: LiveValue<(client: CurlClient, connection: HTTPConnection)>
    /// The connections that clients replaced since have opened.
    private let formerConnections = LiveValue(0)

    /// Opens no connection yet.
    ///
    /// - Throws: `KeyFault`, one line that says which certificate file is wrong; `CurlFault` if libcurl cannot start.
    public init(_ configuration: LinkConfiguration, now: Instant) throws {
        current = LiveValue(try Self.open(configuration, now: now))
    }

    /// Uses these files for new connections. Calls that are under way end on the former connections.
    ///
    /// - Throws: as `init`; nothing is changed then.
    func replace(_ configuration: LinkConfiguration, now: Instant) throws {
        let new = try Self.open(configuration, now: now)
        let former = current.current.client
        current.replace(new)
        Task.inContext {
            try? await Task.pause(for: Self.replacedLifetime)
            former.close()
        }
        formerConnections.replace(formerConnections.current + former.connectionsOpened)
    }

    private static func open(
        _ configuration: LinkConfiguration, now: Instant
    ) throws -> (client: CurlClient, connection: HTTPConnection) {
        var settings = CurlSettings()
        if let files = configuration.client {
            // libcurl reads the files for new connections; this finds a wrong one before that.
            _ = try files.load(now: now)
            settings.caFile = files.authority
            settings.certificateFile = files.certificate
            settings.keyFile = files.key
        }
        let client = try CurlClient(settings)
        return (client, configuration.peer.connection(with: client))
    }

    /// Sends requests to the other service; it does not authenticate them.
    public var connection: any Connection { CurrentConnection(link: self) }

    /// The number of connections opened so far.
    public var connectionsOpened: Int { formerConnections.current + current.current.client.connectionsOpened }

    /// Ends open requests and refuses new ones.
    public func close() { current.current.client.close() }

    /// Sends each request over the connections in force at that time.
    private struct CurrentConnection: Connection {
        let link: PeerLink

        func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
            try await link.current.current.connection.send(body, headers: headers)
        }
    }
}
