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
            let field = name.utf8
            switch field.count {
            case 4 where field.isField("dpop".utf8): Self.once(&proof, value, &refusal)
            case 4 where field.isField("host".utf8): hosts += 1
            case 6 where field.isField("expect".utf8): expect(value)
            case 7 where field.isField("upgrade".utf8): asksForUpgrade = true
            case 11 where field.isField("traceparent".utf8): traceparent = traceparent ?? value
            case 12 where field.isField("content-type".utf8): Self.once(&contentType, value, &refusal)
            case 13 where field.isField("authorization".utf8): Self.once(&authorization, value, &refusal)
            case 13 where field.isField("latchkey-call".utf8): Self.once(&internalCall, value, &refusal)
            case 14 where field.isField("content-length".utf8): length(value)
            case 15 where field.isField("x-forwarded-for".utf8): forwardedFor = value
            case 16 where field.isField("content-encoding".utf8):
                if !value.utf8.isField("identity".utf8) { refusal = refusal ?? .unsupportedType }
            case 17 where field.isField("transfer-encoding".utf8): encoding(value, head.version)
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
        if value.utf8.isField("100-continue".utf8) {
            expectsContinue = true
        } else {
            refusal = refusal ?? .expectationFailed
        }
    }

    private mutating func length(_ value: String) {
        let digits = value.utf8
        guard contentLength == nil, !digits.isEmpty, digits.count <= 18,
            digits.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int(value)
        else { return refusal = .unreadable }
        contentLength = number
    }

    private mutating func encoding(_ value: String, _ version: HTTPVersion) {
        guard !isChunked, version.isPersistent, value.utf8.isField("chunked".utf8) else { return refusal = .unreadable }
        isChunked = true
    }

    /// Whether the body claims to be JSON, in one of the three names clients give it, whatever parameters follow.
    var isJSON: Bool {
        guard let contentType else { return false }
        var name = contentType.utf8.prefix { $0 != UInt8(ascii: ";") }
        while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
        return Self.jsonTypes.contains {
            name.count == $0.utf8.count && name.elementsEqual($0.utf8) { $0 | 0x20 == $1 }
        }
    }

    private static let jsonTypes = ["application/json", "application/json-rpc", "application/jsonrequest"]
}

extension HTTPVersion {
    /// HTTP/1.1: the connection stays open unless somebody says otherwise, bodies may be chunked, a host is named.
    var isPersistent: Bool { (major, minor) >= (1, 1) }
}
