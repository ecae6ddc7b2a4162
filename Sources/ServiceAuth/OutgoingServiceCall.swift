import Cryptography

/// One authenticated request of a caller: the header to send with it, and the check of the answer.
public struct OutgoingServiceCall: Sendable {
    /// The value of the `Latchkey-Call` header.
    public let header: String
    private let nonce: String
    private let key: Key256

    init(header: String, nonce: String, key: Key256) {
        self.header = header
        self.nonce = nonce
        self.key = key
    }

    /// True if the other side of the session made this answer, to this request. Nothing in any other answer may be
    /// believed, its HTTP status included.
    ///
    /// - Parameter header: the value of the answer's `Latchkey-Answer` header, nil if it has none.
    public func isAuthentic(answerHeader header: String?, status: Int, body: [UInt8]) -> Bool {
        guard let header, let answer = ServiceAnswerHeader(header) else { return false }
        let message = ServiceCallScheme.answerMessage(nonce: nonce, status: status, body: body)
        return HMACSHA256.isValid(answer.mac, key: key, message)
    }
}
