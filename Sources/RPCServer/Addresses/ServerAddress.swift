import Primitives

/// The address of a listening socket. Port 0 lets the system choose a free port.
public enum ServerAddress: Sendable, Hashable, CustomStringConvertible, LosslessStringConvertible {
    /// A host name or address, and a port from 0 to 65535.
    case tcp(host: String, port: Int)
    /// A Unix socket; its file admits its owner and root, and a group if the listener's ``ListenerSecurity`` names one.
    case unix(path: String)

    /// Parses `127.0.0.1:7601`, `[::1]:7601`, `localhost:0` or `unix:/run/auth.sock`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // `sockaddr_un` holds 108 bytes, the terminating zero among them.
            guard !path.isEmpty, path.utf8.count < 108 else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let port = UInt16(digits) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self = .tcp(host: host, port: Int(port))
    }

    /// The form that `init` parses.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// True if only programs on this host can connect: a Unix socket, a loopback address, or the name `localhost`.
    public var isLocal: Bool {
        switch self {
        case .tcp(let host, _): IPAddress.isLoopback(host: host)
        case .unix: true
        }
    }

    /// The port; nil for a Unix socket.
    public var port: Int? {
        switch self {
        case .tcp(_, let port): port
        case .unix: nil
        }
    }
}
