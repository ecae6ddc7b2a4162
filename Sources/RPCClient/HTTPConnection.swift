public import Curl
public import JSONRPC

/// A connection that posts JSON to one address through libcurl.
public struct HTTPConnection: Connection {
    private let client: CurlClient
    private let url: String
    private let unixSocket: String?
    private let totalMs: Int

    /// - Parameters:
    ///   - url: the whole address, `http://host:port/rpc`.
    ///   - client: whose connections are used.
    ///   - unixSocket: the path of a Unix socket to use instead of the network; the URL's host is then only a name.
    ///   - totalMs: how long a call may take in all; waits longer than the default 3 s need more.
    public init(to url: String, with client: CurlClient, unixSocket: String? = nil, totalMs: Int = 3000) {
        self.url = url
        self.client = client
        self.unixSocket = unixSocket
        self.totalMs = totalMs
    }

    /// Posts one body; any HTTP status is a reply. Headers, `traceparent` among them, go as they are.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        var lines = [(name: "Content-Type", value: "application/json")]
        lines.reserveCapacity(headers.count + 1)
        for header in headers { lines.append((header.name, header.value)) }
        let request = CurlRequest(
            url, method: "POST", headers: lines, body: body, totalMs: totalMs, responseLimit: 8 << 20,
            unixSocket: unixSocket)
        do {
            let response = try await client.send(request)
            return ConnectionReply(
                status: response.status, headers: response.headers.all.map { Header($0.name, $0.value) },
                body: response.body)
        } catch {
            throw ConnectionError(error.description, mayHaveBeenSent: error.mayHaveBeenSent)
        }
    }
}
