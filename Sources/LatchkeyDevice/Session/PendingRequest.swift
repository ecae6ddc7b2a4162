import Primitives

/// A request that was sent and not yet answered. Repeated with the same content it carries the same id, so that auth
/// answers as it did the first time.
struct PendingRequest: Sendable, Hashable, Codable {
    /// A keyed digest of method and params.
    let digest: String
    let id: RequestID
    /// The time at which it was first sent.
    let sentAt: Instant

    /// The names in stored profiles.
    private enum CodingKeys: String, CodingKey {
        case digest = "content"
        case id = "request"
        case sentAt = "at"
    }
}
