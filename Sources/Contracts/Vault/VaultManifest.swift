import Domain
public import JSONRPC
public import Primitives

public enum VaultManifest: Method {
    public static let name = "vault.manifest"
    public static let summary =
        "Lists the id, the rev and the state of every item, so that a device can compare its own."
    public static let explanation =
        "Each page is read in one snapshot. If the head changes between two pages, start again. The digest is SHA-256 over "
        + "the text latchkey/manifest/1 and, for each live item in ascending order of id, the 16 bytes of the id and the 8 "
        + "bytes of the rev, most significant first; in base64url. proto-json/vectors/manifest.json has examples."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let isRead = true
    public static let faults: [FaultKind] = [.waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired]

    public struct Params: WireObject {
        public var after: SecretID?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case after, limit }

        public init(after: SecretID? = nil, limit: Int? = nil) { (self.after, self.limit) = (after, limit) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .after: Field("The last item of the previous page")
            case .limit: Field("The largest number of items in the page; 5000 when absent", .range(1...5000))
            }
        }
    }

    public struct Answer: WireObject {
        public var entries: [ManifestEntry]
        public var more: Bool
        public var epoch: EpochID
        public var head: DecimalInt64
        public var digest: String?
        public enum CodingKeys: String, CodingKey { case entries, more, epoch, head, digest }

        public init(
            entries: [ManifestEntry], more: Bool, epoch: EpochID, head: DecimalInt64, digest: String? = nil
        ) {
            (self.entries, self.more, self.epoch, self.head) = (entries, more, epoch, head)
            self.digest = digest
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .entries: Field("The items in order of id, tombstones included", .items(0...5000))
            case .more: Field("True when there are more items")
            case .epoch: .epochInForce
            case .head: Field("The last sequence number in the snapshot that the page was read from")
            case .digest:
                Field("In the last page: the digest of all live items in the snapshot of that page", .length(43...43))
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(
            entries: [ManifestEntry(id: Sample.secret, rev: DecimalInt64(3), state: .live)], more: false,
            epoch: Sample.epoch, head: DecimalInt64(3), digest: Sample.keySet)
    )
}
