import JSONRPC
import NIOHTTP1

/// The headers of a request that this server needs, read in one pass.
///
/// A request is refused when there is any doubt about where its body ends, because a proxy in front of this server
/// might see another end (request smuggling). The decoder refuses most such requests already; the checks are repeated
/// here so that they do not depend on the decoder.
struct RequestHeaders {
    var authorization: String?
    var proof: String?
    var serviceCall: String?
    var traceparent: String?
    var forwardedFor: String?
    var contentType: String?
    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    /// True if the client asks for another protocol; it does not get one, and the connection closes.
    var requestsUpgrade = false
    /// The reason the request is refused, if any; `malformed` closes the connection.
    var refusal: HTTPRefusal?

    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    init(_ head: HTTPRequestHead) {
        var hosts = 0
        for (name, value) in head.headers {
            // The length is compared first: at most two names share one.
            switch name.utf8.count {
            case 4 where name.equalsIgnoringCase("dpop"): Self.setOnce(&proof, value, &refusal)
            case 4 where name.equalsIgnoringCase("host"): hosts += 1
            case 6 where name.equalsIgnoringCase("expect"): readExpect(value)
            case 7 where name.equalsIgnoringCase("upgrade"): requestsUpgrade = true
            case 11 where name.equalsIgnoringCase("traceparent"): traceparent = traceparent ?? value
            case 12 where name.equalsIgnoringCase("content-type"): Self.setOnce(&contentType, value, &refusal)
            case 13 where name.equalsIgnoringCase("authorization"): Self.setOnce(&authorization, value, &refusal)
            case 13 where name.equalsIgnoringCase("latchkey-call"): Self.setOnce(&serviceCall, value, &refusal)
            case 14 where name.equalsIgnoringCase("content-length"): readLength(value)
            case 15 where name.equalsIgnoringCase("x-forwarded-for"): forwardedFor = value
            case 16 where name.equalsIgnoringCase("content-encoding"):
                if !value.equalsIgnoringCase("identity") { refusal = refusal ?? .unsupportedType }
            case 17 where name.equalsIgnoringCase("transfer-encoding"): readTransferEncoding(value, head.version)
            // Some proxies take these names for the two above, and would see another end of the body.
            case 14 where name.equalsIgnoringCase("content_length"): refusal = .malformed
            case 17 where name.equalsIgnoringCase("transfer_encoding"): refusal = .malformed
            default: break
            }
        }
        if isChunked, contentLength != nil { refusal = .malformed }
        if hosts > 1 || (hosts == 0 && head.version.isAtLeastHTTP11) { refusal = .malformed }
        if head.method == .CONNECT { requestsUpgrade = true }
    }

    private static func setOnce(_ field: inout String?, _ value: String, _ refusal: inout HTTPRefusal?) {
        if field != nil { refusal = .malformed }
        field = value
    }

    private mutating func readExpect(_ value: String) {
        if value.equalsIgnoringCase("100-continue") {
            expectsContinue = true
        } else {
            refusal = refusal ?? .expectationFailed
        }
    }

    private mutating func readLength(_ value: String) {
        // 18 digits fit an Int.
        guard contentLength == nil, (1...18).contains(value.utf8.count) else { return refusal = .malformed }
        var number = 0
        for digit in value.utf8 {
            guard digit >= 48, digit <= 57 else { return refusal = .malformed }
            number = number * 10 + Int(digit - 48)
        }
        contentLength = number
    }

    private mutating func readTransferEncoding(_ value: String, _ version: HTTPVersion) {
        guard !isChunked, version.isAtLeastHTTP11, value.equalsIgnoringCase("chunked") else {
            return refusal = .malformed
        }
        isChunked = true
    }

    /// True if `Content-Type` is one of the three media types JSON-RPC clients send, with any parameters.
    var isJSON: Bool {
        guard let contentType else { return false }
        if contentType == "application/json" { return true }
        var name = contentType.prefix { $0 != ";" }
        while let last = name.last, last == " " || last == "\t" { name.removeLast() }
        let mediaType = String(name)
        return mediaType.equalsIgnoringCase("application/json") || mediaType.equalsIgnoringCase("application/json-rpc")
            || mediaType.equalsIgnoringCase("application/jsonrequest")
    }
}

extension HTTPVersion {
    /// True from HTTP/1.1 on: connections stay open by default, bodies may be chunked, `Expect: 100-continue` is
    /// allowed, and `Host` is required.
    var isAtLeastHTTP11: Bool { major > 1 || (major == 1 && minor >= 1) }
}
