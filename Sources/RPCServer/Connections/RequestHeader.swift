import JSONRPC
import NIOHTTP1

/// What a server needs of a request's header, read in one pass, with every doubt about where its body ends refused.
///
/// The decoder has refused most of it already; what is repeated here must hold whatever decoder stands before us.
struct RequestHeader {
    var authorization: String?
    var proof: String?
    var internalCall: String?
    var traceparent: String?
    var forwardedFor: String?
    var contentType: String?
    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    /// Asks for another protocol; it does not get one, and the connection ends.
    var asksForUpgrade = false
    /// Why the request is refused, if it is; `unreadable` ends the connection.
    var refusal: Refusal?

    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    init(_ head: HTTPRequestHead) {
        var hosts = 0
        for (name, value) in head.headers {
            // The length leaves at most two names to compare.
            switch name.utf8.count {
            case 4 where name.isField("dpop"): Self.once(&proof, value, &refusal)
            case 4 where name.isField("host"): hosts += 1
            case 6 where name.isField("expect"): expect(value)
            case 7 where name.isField("upgrade"): asksForUpgrade = true
            case 11 where name.isField("traceparent"): traceparent = traceparent ?? value
            case 12 where name.isField("content-type"): Self.once(&contentType, value, &refusal)
            case 13 where name.isField("authorization"): Self.once(&authorization, value, &refusal)
            case 13 where name.isField("latchkey-call"): Self.once(&internalCall, value, &refusal)
            case 14 where name.isField("content-length"): length(value)
            case 15 where name.isField("x-forwarded-for"): forwardedFor = value
            case 16 where name.isField("content-encoding"):
                if !value.isField("identity") { refusal = refusal ?? .unsupportedType }
            case 17 where name.isField("transfer-encoding"): encoding(value, head.version)
            default: break
            }
        }
        if isChunked, contentLength != nil { refusal = .unreadable }
        if hosts > 1 || (hosts == 0 && head.version.isPersistent) { refusal = .unreadable }
        if head.method == .CONNECT { asksForUpgrade = true }
    }

    private static func once(_ slot: inout String?, _ value: String, _ refusal: inout Refusal?) {
        if slot != nil { refusal = .unreadable }
        slot = value
    }

    private mutating func expect(_ value: String) {
        if value.isField("100-continue") {
            expectsContinue = true
        } else {
            refusal = refusal ?? .expectationFailed
        }
    }

    private mutating func length(_ value: String) {
        // 18 digits fit an Int.
        guard contentLength == nil, (1...18).contains(value.utf8.count) else { return refusal = .unreadable }
        var number = 0
        for digit in value.utf8 {
            guard digit >= 48, digit <= 57 else { return refusal = .unreadable }
            number = number * 10 + Int(digit - 48)
        }
        contentLength = number
    }

    private mutating func encoding(_ value: String, _ version: HTTPVersion) {
        guard !isChunked, version.isPersistent, value.isField("chunked") else { return refusal = .unreadable }
        isChunked = true
    }

    /// Whether the body claims to be JSON, in one of the three names clients give it, whatever parameters follow.
    var isJSON: Bool {
        guard let contentType else { return false }
        if contentType == "application/json" { return true }
        var name = contentType.prefix { $0 != ";" }
        while let last = name.last, last == " " || last == "\t" { name.removeLast() }
        let plain = String(name)
        return plain.isField("application/json") || plain.isField("application/json-rpc")
            || plain.isField("application/jsonrequest")
    }
}

extension HTTPVersion {
    /// HTTP/1.1: the connection stays open unless somebody says otherwise, bodies may be chunked, a host is named.
    var isPersistent: Bool { major > 1 || (major == 1 && minor >= 1) }
}
