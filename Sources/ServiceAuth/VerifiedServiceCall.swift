import Cryptography
public import Primitives

/// An authentic call by another service.
public struct VerifiedServiceCall: Hashable, Sendable {
    /// The calling service's name.
    public let caller: String
    /// The random text of this call, 22 characters of base64url.
    public let nonce: String
    /// The time at which the caller made the call, at most `ServiceCallScheme.window` from now.
    public let time: Instant
    /// The key of the caller's session, kept so that the answer needs no second decryption of the handle.
    let sessionKey: Key256

    /// The value of the `Latchkey-Answer` header for the answer to this call.
    public func answerHeader(status: Int, body: [UInt8]) -> String {
        let message = ServiceCallScheme.answerMessage(nonce: nonce, status: status, body: body)
        return ServiceAnswerHeader(mac: HMACSHA256.tag(key: sessionKey, message)).text
    }
}
