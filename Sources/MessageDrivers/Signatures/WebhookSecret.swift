import Cryptography
import Primitives

/// The secret of a webhook, and its signatures as Standard Webhooks describes them.
public struct WebhookSecret: Sendable {
    private let key: [UInt8]

    /// Reads `whsec_` and 24 to 64 bytes in base64; nil for any other text.
    public init?(_ text: String) {
        guard text.hasPrefix("whsec_"), let key = Base64.decode(String(text.dropFirst(6))),
            (24...64).contains(key.count)
        else { return nil }
        self.key = key
    }

    /// The value of `webhook-signature`.
    func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
        "v1,\(Base64.encode(HMACSHA256.tag(key: key, Array("\(id).\(seconds).".utf8) + body)))"
    }
}
