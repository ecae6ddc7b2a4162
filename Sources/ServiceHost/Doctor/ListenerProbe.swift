import Glibc
import RPCServer

/// Finds out whether a service could listen on an address, without listening on it.
enum ListenerProbe {
    /// Returns why the address cannot be used, as the end of a line, or nil. A Unix socket can always be replaced.
    static func problem(_ address: ServerAddress) -> String? {
        guard case .tcp(let host, let port) = address, port != 0 else { return nil }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let found = list else {
            return "the host has no address: correct it"
        }
        defer { freeaddrinfo(list) }
        let file = socket(found.pointee.ai_family, found.pointee.ai_socktype, found.pointee.ai_protocol)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var on: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(file, found.pointee.ai_addr, found.pointee.ai_addrlen) != 0 else { return nil }
        return errno == EADDRINUSE
            ? "another program listens there: stop it, or change the setting"
            : "the address cannot be used (\(String(cString: strerror(errno)))): change the setting"
    }
}
