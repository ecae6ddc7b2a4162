public import JSONRPC
public import Primitives

/// Admits a new device that a code alone has not let in.
///
/// Both screens show the same two digits; naming them here says that the person compared them.
public enum SessionAdmit: Method {
    /// The wire's name.
    public static let name = "session.admit"
    /// For the table of methods.
    public static let summary = "Admits a new device that a code alone has not let in."
    /// For the document.
    public static let explanation =
        "Both screens show the same two digits; naming them here says that the person compared them."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.admissionUnknown, .requestIdReused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The waiting session, from session.list
        public var sessionId: SessionID
        /// The two digits on the new device's screen
        public var digits: String
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case sessionId, digits, requestId
        }

        /// See the members.
        public init(sessionId: SessionID, digits: String, requestId: RequestID? = nil) {
            self.sessionId = sessionId
            self.digits = digits
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessionId: Field("The waiting session, from session.list")
            case .digits: Field("The two digits on the new device's screen", .length(2...2))
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// As Nothing says.
    public typealias Answer = Nothing

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(sessionId: Sample.session, digits: "42"),
            Nothing()
        )
    }
}
