public import JSONRPC
public import Primitives

/// Logs out on every device: the account's TokenSecret record is replaced.
///
/// Everything issued before is dead in auth when the call returns, and in the vault within two seconds.
public enum SessionLogoutEverywhere: Method {
    /// The wire's name.
    public static let name = "session.logoutEverywhere"
    /// For the table of methods.
    public static let summary = "Logs out on every device: the account's TokenSecret record is replaced."
    /// For the document.
    public static let explanation =
        "Everything issued before is dead in auth when the call returns, and in the vault within two "
        + "seconds."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
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

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// How many sessions ended, this one included
        public var ended: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case ended
        }

        /// See the members.
        public init(ended: Int) {
            self.ended = ended
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("How many sessions ended, this one included", .range(0...1_000_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(),
            Answer(ended: 2)
        )
    }
}
