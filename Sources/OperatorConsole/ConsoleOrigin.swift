public import DPoP
import Primitives

/// An address at which browsers reach the operator console, without a path: `http://127.0.0.1:7611`.
public struct ConsoleOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The URL of the console's calls, as request proofs name it.
    public let callURL: PublicURL
    /// The origin as browsers send it in the header `Origin`.
    public let description: String
    /// True if a browser reaches this origin without a proxy: it names a loopback address, without TLS.
    let isLocal: Bool
    /// The header `Host` of a request to this origin.
    let host: String

    /// Parses `http://HOST[:PORT]` or `https://HOST[:PORT]`; nil for anything else.
    ///
    /// With `http` the host must be a loopback address or `localhost`: browsers give a page the functions for
    /// cryptography only if it comes from there or over TLS.
    public init?(_ text: String) {
        guard let url = PublicURL(text), url.path == "/", !text.hasSuffix("/"),
            text.allSatisfy({ $0 != "?" && $0 != "#" }),
            let callURL = PublicURL(text + Self.callPath)
        else { return nil }
        let isLoopback = IPAddress.isLoopback(host: String(url.host.drop { $0 == "[" }.prefix { $0 != "]" }))
        guard url.scheme == "https" || isLoopback else { return nil }
        self.callURL = callURL
        isLocal = url.scheme == "http"
        host = url.port == (url.scheme == "https" ? 443 : 80) ? url.host : "\(url.host):\(url.port)"
        description = "\(url.scheme)://\(host)"
    }

    /// The path of the console's calls.
    static let callPath = "/console/rpc"
}
