public import JSONRPC
public import Primitives

public enum VaultImport: Method {
    public static let name = "vault.import"
    public static let summary = "Adds the entries of another authenticator's file that the vault does not have."
    public static let explanation =
        "A call handles 1000 entries and reports each; next in the answer says that the file has more. Up to 100 entries are "
        + "added in one transaction, more in several. A repeated call adds nothing twice, with a requestId or without: an "
        + "entry is a duplicate if an item has the same type, key, hash, digits, period, issuer and account name. The call "
        + "itself counts as one operation of the hour, a dry run too. While another import of the account or two of others "
        + "are running at the instance, it is unavailable."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .fileRefused, .fileEncrypted,
        .limitReached,
    ]

    public struct Params: WireObject {
        public var content: String
        public var format: String?
        public var after: Int?
        public var dryRun: Bool?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case content, format, after, dryRun, requestId }

        public init(
            content: String, format: String? = nil, after: Int? = nil, dryRun: Bool? = nil, requestId: RequestID? = nil
        ) {
            (self.content, self.format, self.after) = (content, format, after)
            (self.dryRun, self.requestId) = (dryRun, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .content:
                Field(
                    "The whole file as text, not encrypted. A request has room for about 3 MB", .length(1...3_000_000))
            case .format: .fileFormat("found from the content when absent")
            case .after:
                Field(
                    "The number of entries at the beginning of the file that earlier calls have handled; 0 when absent",
                    .range(0...10_000_000))
            case .dryRun: Field("True to add nothing and only report")
            case .requestId:
                Field(
                    "Idempotency key: a repeated call with the same content reports what the first one added as added")
            }
        }
    }

    public struct Answer: WireObject {
        public var format: String
        public var count: Int
        public var added: Int
        public var duplicates: Int
        public var rejected: Int
        public var entries: [ImportedEntry]
        public var remarks: [String]
        public var next: Int?
        public var retryAfterMs: Int?
        public var epoch: EpochID
        public var head: DecimalInt64
        public enum CodingKeys: String, CodingKey {
            case format, count, added, duplicates, rejected, entries, remarks, next, retryAfterMs, epoch, head
        }

        public init(
            format: String, count: Int, added: Int = 0, duplicates: Int = 0, rejected: Int = 0,
            entries: [ImportedEntry] = [], remarks: [String] = [], next: Int? = nil, retryAfterMs: Int? = nil,
            epoch: EpochID, head: DecimalInt64
        ) {
            (self.format, self.count, self.added, self.duplicates) = (format, count, added, duplicates)
            (self.rejected, self.entries, self.remarks, self.next) = (rejected, entries, remarks, next)
            (self.retryAfterMs, self.epoch, self.head) = (retryAfterMs, epoch, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .format: Field("The format of the file", .length(1...16))
            case .count: Field("The number of entries in the file", .range(0...10_000_000))
            case .added: Field("The number of entries of this answer that were added", .range(0...1000))
            case .duplicates: Field("The number of entries of this answer that were there already", .range(0...1000))
            case .rejected: Field("The number of entries of this answer that were not added", .range(0...1000))
            case .entries: Field("The report about each entry, in the order of the file", .items(0...1000))
            case .remarks: Field("Sentences about the file as a whole, such as parts that are missing", .items(0...22))
            case .next: Field("Present if the file has more entries: the value of after for the next call")
            case .retryAfterMs:
                Field("If an entry was rejected because of operationsPerHour: the time after which to repeat the call")
            case .epoch: .epochInForce
            case .head: Field("The last sequence number assigned")
            }
        }
    }

    public static let example = (
        params: Params(content: Sample.address + "\n"),
        answer: Answer(
            format: "otpauth", count: 1, added: 1,
            entries: [
                ImportedEntry(
                    number: 1, position: "line 1", outcome: .added, id: Sample.secret, rev: DecimalInt64(3))
            ], epoch: Sample.epoch, head: DecimalInt64(3))
    )
}

extension Field {
    /// A format of files, with what happens without it.
    static func fileFormat(_ absent: String) -> Field {
        Field(
            "The format of the file: otpauth, google, aegis, 2fas, bitwarden, bitwarden-csv, ente, andotp, freeotp+, raivo "
                + "or csv; \(absent)",
            .length(1...16))
    }
}
