public import JSONRPC
public import Primitives

/// Gives an item's current one-time code.
///
/// For time-based items. A counter-based item's code is made on a device, which moves the counter by an edit.
public enum SecretCode: Method {
    /// The wire's name.
    public static let name = "secret.code"
    /// For the table of methods.
    public static let summary = "Gives an item's current one-time code."
    /// For the document.
    public static let explanation =
        "For time-based items. A counter-based item's code is made on a device, which moves the counter "
        + "by an edit."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .notACodeItem,
        .itemUnreadable,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The item
        public var id: SecretID

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case id
        }

        /// See the members.
        public init(id: SecretID) {
            self.id = id
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The code now
        public var code: AuthenticatorCode
        /// Its length
        public var digits: Int
        /// How long each code lasts
        public var periodSeconds: Int
        /// How long this one lasts
        public var validForMs: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case code, digits, periodSeconds, validForMs
        }

        /// See the members.
        public init(code: AuthenticatorCode, digits: Int, periodSeconds: Int, validForMs: Int) {
            self.code = code
            self.digits = digits
            self.periodSeconds = periodSeconds
            self.validForMs = validForMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The code now")
            case .digits: Field("Its length", .range(6...8))
            case .periodSeconds: Field("How long each code lasts", .range(1...300))
            case .validForMs: Field("How long this one lasts", .range(0...300_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(id: Sample.secret),
            Answer(code: Sample.shownCode, digits: 6, periodSeconds: 30, validForMs: 12_000)
        )
    }
}
