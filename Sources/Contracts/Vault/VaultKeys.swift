public import JSONRPC
public import Primitives

public enum VaultKeys: Method {
    public static let name = "vault.keys"
    public static let summary = "Lists and changes the wrapped keys of an account that encrypts on its devices."
    public static let explanation =
        "The vault cannot unwrap them. For each version of the account key and each party the first writer wins; a change and "
        + "a removal name the tag that the device knows. The changes apply in their order, each for itself, and the list is the one "
        + "after them. A repeated change that took effect is a noop. After a restore (another epoch) devices compare the list and "
        + "add the wraps that were lost."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .limitReached,
    ]

    public struct Params: WireObject {
        public var ops: [KeyWrapOp]?
        public enum CodingKeys: String, CodingKey { case ops }

        public init(ops: [KeyWrapOp]? = nil) { self.ops = ops }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ops: Field("The changes; absent to list alone", .items(1...50))
            }
        }
    }

    public struct Answer: WireObject {
        public var results: [KeyWrapResult]
        public var keys: [KeyWrap]
        public var epoch: EpochID
        public enum CodingKeys: String, CodingKey { case results, keys, epoch }

        public init(results: [KeyWrapResult], keys: [KeyWrap], epoch: EpochID) {
            (self.results, self.keys, self.epoch) = (results, keys, epoch)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("The result of each change, in their order", .items(0...50))
            case .keys: Field("All wraps of the account, by version and party", .items(0...200))
            case .epoch: .epochInForce
            }
        }
    }

    public static let example = (
        params: Params(ops: [
            KeyWrapOp(type: .put, keyVersion: 1, wrapId: "recovery", wrapped: "q83vASNFZ4k", meta: "recovery key 1")
        ]),
        answer: Answer(
            results: [KeyWrapResult(outcome: Open(.applied), tag: "AAECAwQFBgcICQoL")],
            keys: [
                KeyWrap(
                    keyVersion: 1, wrapId: "recovery", tag: "AAECAwQFBgcICQoL", wrapped: "q83vASNFZ4k",
                    meta: "recovery key 1", updatedAtMs: Sample.earlier, updatedBy: Sample.device)
            ], epoch: Sample.epoch)
    )
}
