import JSONRPC
import NIOCore

/// Writes head and body of an answer into one buffer, from blocks that never change.
struct AnswerWriter {
    /// What the connection does after this answer.
    enum Ending {
        /// HTTP/1.1's way: stays open, nothing said.
        case open
        /// HTTP/1.0 must be told that it stays open.
        case openAsAsked
        case closing
    }

    /// One answer's buffer; used again when NIO has let go of it.
    private var buffer = ByteBuffer()

    /// A connection keeps no more than this between two answers.
    private static let keptBytes = 64 * 1024

    private static let rpcOK: StaticString =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: "
    private static let longestLength = 19
    /// CR LF CR LF, as a little-endian number lies in memory.
    private static let blankLine: UInt32 = 0x0a0d_0a0d
    private static let rpcEmpty: StaticString =
        "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 0"

    /// What was written; the buffer of a large answer is not kept for the next one.
    private mutating func written() -> ByteBuffer {
        defer { if buffer.capacity > Self.keptBytes { buffer = ByteBuffer() } }
        return buffer
    }

    /// The answer to `POST /rpc`.
    mutating func rpc(_ reply: Reply, _ ending: Ending) -> ByteBuffer {
        if reply.status == 200, ending == .open, reply.headers.isEmpty, reply.challenge == nil, !reply.body.isEmpty {
            return usual(reply.body)
        }
        buffer.clear(minimumCapacity: 256 + reply.body.count)
        if reply.status == 200 {
            if reply.body.isEmpty {
                buffer.writeStaticString(Self.rpcEmpty)
            } else {
                buffer.writeStaticString(Self.rpcOK)
                buffer.writeDecimal(reply.body.count)
            }
            buffer.writeStaticString("\r\n")
        } else {
            status(reply.status)
            if !reply.body.isEmpty { field("Content-Type", "application/json") }
            field("Cache-Control", "no-store")
            buffer.writeStaticString("Content-Length: ")
            buffer.writeDecimal(reply.body.count)
            buffer.writeStaticString("\r\n")
        }
        if let challenge = reply.challenge { field("WWW-Authenticate", challenge) }
        for header in reply.headers { field(header.name, header.value) }
        end(ending)
        buffer.writeBytes(reply.body)
        return written()
    }

    /// What nearly every call is answered with, laid down in one piece.
    private mutating func usual(_ body: [UInt8]) -> ByteBuffer {
        let most = Self.rpcOK.utf8CodeUnitCount + Self.longestLength + 4 + body.count
        buffer.clear(minimumCapacity: most)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: most) { space in
            let head = Self.rpcOK.utf8CodeUnitCount
            space.copyMemory(from: UnsafeRawBufferPointer(start: Self.rpcOK.utf8Start, count: head))
            var place = head
            var divisor = 1
            while body.count / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                space[place] = UInt8(truncatingIfNeeded: 48 + body.count / divisor % 10)
                place += 1
                divisor /= 10
            }
            space.storeBytes(of: Self.blankLine.littleEndian, toByteOffset: place, as: UInt32.self)
            place += 4
            body.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: space[place...]).copyMemory(from: $0) }
            return place + body.count
        }
        return written()
    }

    /// The answer of a plain endpoint; to HEAD without its body.
    mutating func plain(_ reply: PlainReply, omittingBody: Bool, _ ending: Ending) -> ByteBuffer {
        buffer.clear(minimumCapacity: 512 + reply.body.count)
        status(reply.status)
        let mayHaveBody = reply.status != 204 && reply.status != 304
        if mayHaveBody, let type = reply.contentType { field("Content-Type", type) }
        field("Cache-Control", reply.cacheControl)
        if mayHaveBody {
            buffer.writeStaticString("Content-Length: ")
            buffer.writeDecimal(reply.body.count)
            buffer.writeStaticString("\r\n")
        }
        for header in reply.headers { field(header.name, header.value) }
        end(ending)
        if mayHaveBody, !omittingBody { buffer.writeBytes(reply.body) }
        return written()
    }

    /// A refusal and its sentence; to HEAD without the sentence.
    mutating func refusal(_ refusal: Refusal, omittingBody: Bool = false, _ ending: Ending) -> ByteBuffer {
        var reply = PlainReply.text(refusal.sentence + "\n", status: refusal.status)
        reply.headers = refusal.headers
        return plain(reply, omittingBody: omittingBody, ending)
    }

    /// What a caller that asked first is told before its body is read.
    static let goOn = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

    private mutating func status(_ code: Int) {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeDecimal(code)
        buffer.writeStaticString(" ")
        buffer.writeStaticString(Self.phrase(code))
        buffer.writeStaticString("\r\n")
    }

    private mutating func field(_ name: String, _ value: String) {
        // A line break inside a value would let whoever chose it write further header lines.
        guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else { return }
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }

    private mutating func end(_ ending: Ending) {
        switch ending {
        case .open: buffer.writeStaticString("\r\n")
        case .openAsAsked: buffer.writeStaticString("Connection: keep-alive\r\n\r\n")
        case .closing: buffer.writeStaticString("Connection: close\r\n\r\n")
        }
    }

    private static func phrase(_ code: Int) -> StaticString {
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

extension ByteBuffer {
    fileprivate mutating func writeDecimal(_ number: Int) {
        var rest = number
        // 19 digits hold every Int64.
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                rest /= 10
            } while rest > 0
            writeBytes(UnsafeRawBufferPointer(digits)[first...])
        }
    }
}
