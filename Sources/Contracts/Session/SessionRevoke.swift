public import JSONRPC
public import Primitives

/// Ends one session of the account.
public enum SessionRevoke: Method {
    /// The wire's name.
    public static let name = "session.revoke"
    /// For the table of methods.
    public static let summary = "Ends one session of the account."
    /// For the document.
    public static let explanation = "Ends one session of the account."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.sessionUnknown, .requestIdReused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The session to end
        public var sessionId: SessionID
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case sessionId, requestId
        }

        /// See the members.
        public init(sessionId: SessionID, requestId: RequestID? = nil) {
            self.sessionId = sessionId
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessionId: Field("The session to end")
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// As Nothing says.
    public typealias Answer = Nothing

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(sessionId: Sample.session),
            Nothing()
        )
    }
}
