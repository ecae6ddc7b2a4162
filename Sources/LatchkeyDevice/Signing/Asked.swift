import Primitives

/// A request that was sent and not answered: asked again with the same content, it goes out under the same id, and auth
/// answers as it did the first time.
struct Asked: Sendable, Hashable, Codable {
    /// A tag of method and content, keyed to this device; a code could be guessed from a plain hash.
    let content: String
    /// Its id.
    let request: RequestID
    /// When it was first sent.
    let at: Instant
}
