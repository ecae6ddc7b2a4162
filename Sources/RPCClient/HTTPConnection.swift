public import Curl
public import JSONRPC

/// A connection that posts JSON to one URL with libcurl.
public struct HTTPConnection: Connection {
    private let client: CurlClient
    private let url: String
    private let unixSocket: String?
    private let totalMs: Int

    /// - Parameters:
    ///   - url: the whole URL, `http://host:port/rpc`.
    ///   - client: sends the requests over its pooled connections.
    ///   - unixSocket: the path of a Unix socket to use instead of TCP; the URL's host then only fills the `Host`
    ///     header.
    ///   - totalMs: the time limit of a call in milliseconds; a long poll needs more than the default 3 s.
    public init(to url: String, with client: CurlClient, unixSocket: String? = nil, totalMs: Int = 3000) {
        self.url = url
        self.client = client
        self.unixSocket = unixSocket
        self.totalMs = totalMs
    }

    /// Posts one body. Any HTTP status is a reply, not an error; the headers are sent unchanged.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        var fields = [(name: "Content-Type", value: "application/json")]
        fields.reserveCapacity(headers.count + 1)
        for header in headers { fields.append((header.name, header.value)) }
        let request = CurlRequest(
            url, method: "POST", headers: fields, body: body, totalMs: totalMs, responseLimit: 8 << 20,
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
