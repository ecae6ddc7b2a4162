import Glibc
import Primitives
import Synchronization
import Testing

@testable import Curl

/// A small HTTP server on real sockets that can misbehave. It has a thread that accepts and one for each connection, and
/// lives as long as the process.
final class LocalServer: Sendable {
    struct Received: Sendable {
        let method: String
        let path: String
        /// The header lines as they arrived.
        let lines: [String]
        let body: [UInt8]
    }

    enum Behaviour: Sendable {
        case answer(status: Int = 200, headers: [String] = [], body: String = "ok")
        /// Sends nothing.
        case silence
        /// Sends a valid header, then one byte a second without end.
        case drip
        /// Sends a body of this size, a tenth of the bytes of a second ten times a second, as a slow line does.
        case throttled(bytes: Int, perSecond: Int)
        /// Sends exactly these bytes and closes the connection.
        case bytes(String)
        /// Closes the connection without a response.
        case hangUp
    }

    let url: String
    let unixSocket: String?
    private let listener: Int32
    private let counts = Mutex((accepted: 0, received: [Received]()))

    /// Listens on a free loopback port, or on this Unix socket.
    init(unixSocket: String? = nil, _ behaviour: @escaping @Sendable (Received) -> Behaviour) throws {
        self.unixSocket = unixSocket
        if let unixSocket {
            listener = try listening(onUnixSocket: unixSocket)
            url = "http://localhost"
        } else {
            let (socket, port) = try listeningOnLoopback()
            listener = socket
            url = "http://127.0.0.1:\(port)"
        }
        try DedicatedThread.start { self.run(behaviour) }
    }

    /// The connections accepted so far.
    var accepted: Int { counts.withLock { $0.accepted } }
    /// The requests received so far, in order.
    var received: [Received] { counts.withLock { $0.received } }

    private func run(_ behaviour: @escaping @Sendable (Received) -> Behaviour) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            counts.withLock { $0.accepted += 1 }
            try? DedicatedThread.start {
                serve(connection, behaviour) { request in self.counts.withLock { $0.received.append(request) } }
            }
        }
    }
}

private func serve(
    _ connection: Int32, _ behaviour: @Sendable (LocalServer.Received) -> LocalServer.Behaviour,
    noting: (LocalServer.Received) -> Void
) {
    defer {
        shutdown(connection, Int32(SHUT_RDWR))  // a process started meanwhile may hold a copy of the socket
        close(connection)
    }
    while let request = readRequest(connection) {
        noting(request)
        switch behaviour(request) {
        case .answer(let status, let headers, let body):
            let lines = ["HTTP/1.1 \(status) X", "content-length: \(body.utf8.count)"] + headers
            guard put(connection, lines.joined(separator: "\r\n") + "\r\n\r\n" + body) else { return }
        case .silence:
            waitForEnd(connection)
            return
        case .drip:
            guard put(connection, "HTTP/1.1 200 X\r\ncontent-length: 100000\r\n\r\n") else { return }
            while put(connection, "x") { sleep(1) }
            return
        case .throttled(let bytes, let perSecond):
            guard put(connection, "HTTP/1.1 200 X\r\ncontent-length: \(bytes)\r\n\r\n") else { return }
            for sent in stride(from: 0, to: bytes, by: perSecond / 10) {
                usleep(100_000)
                guard put(connection, String(repeating: "x", count: min(perSecond / 10, bytes - sent))) else { return }
            }
        case .bytes(let text):
            _ = put(connection, text)
            return
        case .hangUp: return
        }
    }
}

private func readRequest(_ connection: Int32) -> LocalServer.Received? {
    var bytes: [UInt8] = []
    var headEnd: Int?
    while headEnd == nil {
        guard let more = get(connection) else { return nil }
        bytes += more
        headEnd = bytes.indices.dropLast(3).first { Array(bytes[$0..<($0 + 4)]) == [13, 10, 13, 10] }
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n").map(String.init)
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap { line in
        line.split(separator: " ").last.flatMap { Int($0) }
    }
    var body = Array(bytes[(headEnd + 4)...])
    while body.count < length ?? 0 {
        guard let more = get(connection) else { return nil }
        body += more
    }
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count == 3 else { return nil }
    return LocalServer.Received(method: words[0], path: words[1], lines: Array(lines.dropFirst()), body: body)
}

func get(_ connection: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = recv(connection, &buffer, buffer.count, 0)
    while count < 0, errno == EINTR { count = recv(connection, &buffer, buffer.count, 0) }
    return count > 0 ? Array(buffer[..<count]) : nil
}

func put(_ connection: Int32, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}

private func waitForEnd(_ connection: Int32) {
    while get(connection) != nil {}
}
