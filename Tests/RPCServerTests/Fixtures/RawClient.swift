import Glibc

/// A client that sends and receives plain bytes, so that a test can send anything, valid or not, at any pace.
///
/// Each send and each receive of the socket blocks for at most `patience` seconds.
final class RawClient {
    /// A failure of the client itself.
    struct ClientFailure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    private var buffer: [UInt8] = []

    /// Connects over TCP.
    ///
    /// - Parameter from: the client's own address, in 127.0.0.0/8 like `host`.
    init(
        _ host: String = "127.0.0.1", port: Int, from: String = "127.0.0.1", receiveBuffer: Int32? = nil,
        patience: Int = 8
    ) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var source = Self.address(from, 0)
        var target = Self.address(host, port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &source) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
        }
        let connected = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
        }
        try prepare(bound == 0 && connected == 0, patience)
    }

    /// Connects to a Unix socket.
    init(path: String, patience: Int = 8) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try prepare(connected == 0, patience)
    }

    deinit { close(socket) }

    private func prepare(_ isConnected: Bool, _ patience: Int) throws {
        guard isConnected else {
            throw ClientFailure(description: "cannot connect: \(String(cString: strerror(errno)))")
        }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func address(_ text: String, _ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, text, &address.sin_addr)
        return address
    }

    /// Sends bytes and returns true, or false if the server no longer receives them.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = ArraySlice(bytes)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Closes the sending side; responses can still be received.
    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Receives one response, whose body length must be in `Content-Length`.
    ///
    /// - Parameter toHead: true for the response to HEAD, which has a length but no body.
    func response(toHead: Bool = false) throws -> RawResponse {
        while true {
            if let found = RawResponse.take(from: &buffer, hasBody: !toHead) { return found }
            guard receive() else {
                throw ClientFailure(
                    description:
                        "no complete response, only \(String(decoding: buffer, as: UTF8.self).debugDescription)")
            }
        }
    }

    /// Receives until at least this many bytes are buffered or nothing more arrives.
    func receive(atLeast count: Int) {
        while buffer.count < count, receive() {}
    }

    /// Returns everything received until the server closes the connection; nil if it resets it or does not close it in
    /// time.
    func rest() -> [UInt8]? {
        while receive() {}
        defer { buffer = [] }
        return errno == 0 ? buffer : nil
    }

    /// True if the server sends nothing more and closes the connection in order.
    var isClosed: Bool { rest() == [] }

    /// True if the server closes or resets the connection.
    var isGone: Bool {
        while receive() {}
        return errno == 0 || errno == ECONNRESET
    }

    private func receive() -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        errno = 0
        let count = recv(socket, &part, part.count, 0)
        guard count > 0 else { return false }
        buffer += part[..<count]
        return true
    }
}
