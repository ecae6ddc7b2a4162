import JSONRPC
import NIOCore

/// Writes the header and body of a response into one buffer, whose memory is used again for the next response.
struct HTTPResponseWriter {
    /// The `Connection` header of a response.
    enum Persistence: Equatable {
        /// The connection stays open, as is the default of HTTP/1.1; there is no header.
        case keepAlive
        /// `Connection: keep-alive`, which an HTTP/1.0 client needs in order to know that the connection stays open.
        case explicitKeepAlive
        /// `Connection: close`; this is the last response.
        case close
    }

    /// While NIO still holds the previous response, `clear` allocates new memory.
    private var buffer = ByteBuffer()

    /// The largest buffer kept between two responses.
    private static let maximumKeptBytes = 64 * 1024

    /// The response to a client that waits for permission to send its body.
    static let continueResponse = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

    /// The response to `POST /rpc`.
    mutating func rpc(_ reply: Reply, _ persistence: Persistence) -> ByteBuffer {
        buffer.clear(minimumCapacity: 256 + reply.body.count)
        if reply.status == 200, !reply.body.isEmpty {
            // Nearly every response: its constant lines are written as one string.
            buffer.writeStaticString(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: ")
            buffer.writeString(String(reply.body.count))
            buffer.writeStaticString("\r\n")
        } else {
            writeStatus(reply.status)
            if !reply.body.isEmpty { writeField("Content-Type", "application/json") }
            writeField("Cache-Control", "no-store")
            writeField("Content-Length", String(reply.body.count))
        }
        if let challenge = reply.challenge { writeField("WWW-Authenticate", challenge) }
        for header in reply.headers { writeField(header.name, header.value) }
        writeEnd(persistence)
        buffer.writeBytes(reply.body)
        return takeResponse()
    }

    /// The response of a plain endpoint. HEAD gets it without the body.
    mutating func plain(_ reply: PlainReply, omittingBody: Bool, _ persistence: Persistence) -> ByteBuffer {
        buffer.clear(minimumCapacity: 512 + reply.body.count)
        writeStatus(reply.status)
        let mayHaveBody = reply.status != 204 && reply.status != 304
        if mayHaveBody, let type = reply.contentType { writeField("Content-Type", type) }
        writeField("Cache-Control", reply.cacheControl)
        if mayHaveBody { writeField("Content-Length", String(reply.body.count)) }
        for header in reply.headers { writeField(header.name, header.value) }
        writeEnd(persistence)
        if mayHaveBody, !omittingBody { buffer.writeBytes(reply.body) }
        return takeResponse()
    }

    mutating func refusal(_ refusal: HTTPRefusal, omittingBody: Bool, _ persistence: Persistence) -> ByteBuffer {
        var reply = PlainReply.text(refusal.message + "\n", status: refusal.status)
        reply.headers = refusal.headers
        return plain(reply, omittingBody: omittingBody, persistence)
    }

    private mutating func takeResponse() -> ByteBuffer {
        defer { if buffer.capacity > Self.maximumKeptBytes { buffer = ByteBuffer() } }
        return buffer
    }

    private mutating func writeStatus(_ code: Int) {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeString(String(code))
        buffer.writeStaticString(" ")
        buffer.writeStaticString(Self.reasonPhrase(code))
        buffer.writeStaticString("\r\n")
    }

    private mutating func writeField(_ name: String, _ value: String) {
        // A line break would let whoever chose the value add header lines of their own; such a header is left out.
        guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else { return }
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }

    private mutating func writeEnd(_ persistence: Persistence) {
        switch persistence {
        case .keepAlive: buffer.writeStaticString("\r\n")
        case .explicitKeepAlive: buffer.writeStaticString("Connection: keep-alive\r\n\r\n")
        case .close: buffer.writeStaticString("Connection: close\r\n\r\n")
        }
    }

    private static func reasonPhrase(_ code: Int) -> StaticString {
        switch code {
        case 200: "OK"
        case 204: "No Content"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: ""
        }
    }
}
