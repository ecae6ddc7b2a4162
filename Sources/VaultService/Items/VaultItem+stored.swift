import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension VaultItem {
    /// A secret as the wire shows it; what cannot be opened is said in its place.
    init(_ secret: StoredSecret) {
        let body = secret.json
        self.init(
            id: secret.id, kind: secret.kind, rev: DecimalInt64(secret.rev), state: secret.state,
            schema: Int(secret.schema), body: body, createdAtMs: secret.createdAt, updatedAtMs: secret.updatedAt,
            deletedAtMs: secret.deletedAt, updatedBy: secret.updatedBy,
            fault: body == nil && secret.body != .erased ? FaultKind.itemUnreadable.name : nil)
    }

    /// The item as a member of `error.data`.
    var json: JSON {
        get throws { try WireEncoder().encode(self) }
    }
}

extension StoredSecret {
    /// The body; nil where it was erased or cannot be read.
    var json: JSONObject? {
        guard case .open(let bytes) = body, let json = try? JSON(parsing: bytes) else { return nil }
        return json.object
    }
}
