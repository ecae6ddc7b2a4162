public import JSONRPC
public import Primitives

/// Logs out here: the session and its refresh tokens end.
public enum SessionLogout: Method {
    /// The wire's name.
    public static let name = "session.logout"
    /// For the table of methods.
    public static let summary = "Logs out here: the session and its refresh tokens end."
    /// For the document.
    public static let explanation = "Logs out here: the session and its refresh tokens end."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: [])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.requestIdReused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case requestId
        }

        /// See the members.
        public init(requestId: RequestID? = nil) {
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// As Nothing says.
    public typealias Answer = Nothing

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(),
            Nothing()
        )
    }
}
