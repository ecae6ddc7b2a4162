import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct VaultItemTests {
    /// The members of an item, encoded by the compiler's implementation.
    private struct Reference: Encodable {
        let id: SecretID
        let kind: String
        let rev: DecimalInt64
        let state: SecretState
        let schema: Int
        let body: JSONObject?
        let createdAtMs: Instant
        let updatedAtMs: Instant
        let deletedAtMs: Instant?
        let updatedBy: DeviceID
        let broughtBack: ItemBase?
        let includes: ItemBase?
        let fault: String?

        init(_ item: VaultItem) {
            (id, kind, rev, state, schema) = (item.id, item.kind, item.rev, item.state, item.schema)
            (body, createdAtMs, updatedAtMs) = (item.body, item.createdAtMs, item.updatedAtMs)
            (deletedAtMs, updatedBy, broughtBack) = (item.deletedAtMs, item.updatedBy, item.broughtBack)
            (includes, fault) = (item.includes, item.fault)
        }
    }

    @Test func `an item is encoded as the compiler's implementation encodes its members`() throws {
        let random = SeededRandom(seed: 5).random
        let times = [Instant(ms: .min), Instant(ms: -1), Instant(ms: 0), Instant(ms: .max)]
        let bodies: [JSONObject?] = [
            nil, [:], ["text": "\u{1}\"é", "list": .array([.null, .bool(true)])],
            JSONObject(written: Array(#"{"text":"a"}"#.utf8)),
        ]
        for number in 0..<256 {
            let item = VaultItem(
                id: random.id(), kind: ["otp", "opaque", "\"\n", ""][number & 3],
                rev: DecimalInt64(times[number >> 2 & 3].ms),
                state: SecretState.allCases[number % SecretState.allCases.count], schema: number,
                body: bodies[number >> 4 & 3], createdAtMs: times[number >> 1 & 3], updatedAtMs: times[number >> 3 & 3],
                deletedAtMs: number & 4 == 0 ? nil : times[number >> 5 & 3], updatedBy: random.id(),
                broughtBack: number & 8 == 0 ? nil : ItemBase(epoch: random.id(), rev: DecimalInt64(7)),
                includes: number & 32 == 0 ? nil : ItemBase(epoch: random.id(), rev: DecimalInt64(9)),
                fault: number & 16 == 0 ? nil : "itemUnreadable")
            let bytes = try WireEncoder().bytes(item)
            #expect(bytes == (try WireEncoder().bytes(Reference(item))))
            #expect(try WireDecoder().decode(VaultItem.self, from: JSON(parsing: bytes)) == item)
        }
    }
}
