import Primitives

/// The three parts of a compact JWS (RFC 7515), decoded. It neither verifies the signature nor interprets the payload.
public struct CompactJWS: Hashable, Sendable {
    /// The protected header's JSON text.
    public let header: [UInt8]
    public let payload: [UInt8]
    public let signature: [UInt8]
    /// The signed bytes: the first two parts as they were written, with the dot between them.
    public let signedBytes: [UInt8]

    /// Parses a text of at most `maximum` bytes; nil unless it is three non-empty parts of strict base64url.
    public init?(_ text: String, maximum: Int) {
        let bytes = text.utf8
        guard bytes.count <= maximum else { return nil }
        let dot = UInt8(ascii: ".")
        guard let first = bytes.firstIndex(of: dot), let last = bytes.lastIndex(of: dot), first < last else {
            return nil
        }
        let middle = bytes.index(after: first)
        guard let header = Self.part(bytes[..<first]), let payload = Self.part(bytes[middle..<last]),
            let signature = Self.part(bytes[bytes.index(after: last)...])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signedBytes = Array(bytes[..<last])
    }

    private static func part(_ bytes: Substring.UTF8View) -> [UInt8]? {
        bytes.isEmpty ? nil : Base64URL.decode(String(decoding: bytes, as: UTF8.self))
    }

    /// The compact form of a header and a payload, with the signature that the closure makes.
    public static func make<E: Error>(
        header: [UInt8], payload: [UInt8], sign: ([UInt8]) throws(E) -> [UInt8]
    ) throws(E) -> String {
        let signed = Base64URL.encode(header) + "." + Base64URL.encode(payload)
        return signed + "." + Base64URL.encode(try sign(Array(signed.utf8)))
    }
}
