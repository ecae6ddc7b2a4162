import Curl
import Primitives
import RPCClient
import RPCServer

/// The address of the other service's internal listener, the value of the setting `peer-url`.
public enum PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// Plain HTTP to a host and port.
    case http(url: String, isLoopback: Bool)
    /// HTTP over TLS, with a certificate on either side.
    case https(url: String)
    /// A Unix socket on this host.
    case unix(path: String)

    /// The end of the sentence "must be …".
    static let format = "http://host:port/rpc, https://host:port/rpc or unix:PATH"

    /// Parses an address. The path of a URL is always `/rpc`, because calls are signed for that path.
    init?(_ text: String) {
        if text.hasPrefix("unix:") {
            guard case .unix(let path)? = ServerAddress(text) else { return nil }
            self = .unix(path: path)
            return
        }
        // The host is read strictly: nothing may stand in front of it that another reader takes for the host.
        let form = /(https?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?\/rpc/
        guard let parts = text.wholeMatch(of: form) else { return nil }
        guard parts.1 == "http" else {
            self = .https(url: text)
            return
        }
        let host = parts.2.hasPrefix("[") ? parts.2.dropFirst().dropLast() : parts.2
        self = .http(url: text, isLoopback: IPAddress.isLoopback(host: host))
    }

    /// The form that `init` parses.
    public var description: String {
        switch self {
        case .http(let url, _), .https(let url): url
        case .unix(let path): "unix:\(path)"
        }
    }

    /// A connection to this address, with the limits of calls between two services.
    func connection(with client: CurlClient) -> HTTPConnection {
        switch self {
        case .http(let url, _), .https(let url): HTTPConnection(to: url, with: client)
        case .unix(let path): HTTPConnection(to: "http://latchkey/rpc", with: client, unixSocket: path)
        }
    }
}
