import JSONRPC

/// One try of a request to the peer: what is sent with the body, and which reply counts as an answer.
struct RequestAttempt<Answer: Sendable>: Sendable {
    let headers: [Header]
    /// True for a handshake, whose success does not show that calls are answered.
    let isHandshake: Bool
    /// Returns the answer in a reply. Throws if the peer did not make the reply; nothing in it is then believed.
    let answer: @Sendable (ConnectionReply) throws(ConnectionError) -> Answer
    /// Called when the try has failed otherwise than by a timeout. Returns false if the try was made in a session whose
    /// failure an earlier call has already reported.
    let failed: @Sendable () -> Bool
}
