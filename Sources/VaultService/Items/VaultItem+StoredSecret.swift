import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import StrictJSON
import VaultStore

extension VaultItem {
    /// Converts a stored secret. One that cannot be decrypted has a `fault` in place of the body.
    init(_ secret: StoredSecret) {
        self.init(
            id: secret.id, kind: secret.kind, rev: DecimalInt64(secret.rev), state: secret.state,
            schema: Int(secret.schema), body: secret.unparsedJSON, createdAtMs: secret.createdAt,
            updatedAtMs: secret.updatedAt,
            deletedAtMs: secret.deletedAt, updatedBy: secret.updatedBy,
            broughtBack: secret.broughtBack.map(ItemBase.init), includes: secret.includes.map(ItemBase.init),
            fault: secret.isUnreadable ? FaultKind.itemUnreadable.name : nil)
    }

    /// The item as a member of `error.data`.
    var json: JSON {
        get throws { try WireEncoder().encode(self) }
    }
}

extension ItemBase {
    fileprivate init(_ lost: StoredSecret.LostVersion) {
        self.init(epoch: lost.epoch, rev: DecimalInt64(lost.rev))
    }
}

extension StoredSecret {
    /// The body; nil if it was erased, cannot be decrypted, or is not a JSON object.
    var json: JSONObject? {
        guard case .open(let bytes) = body, let json = try? JSON(parsing: bytes) else { return nil }
        return json.object
    }

    /// True if the secret has a body that cannot be decrypted, or is not in its place.
    var isUnreadable: Bool { unparsedJSON == nil && body != .erased }

    /// The body as it is stored, not parsed, for an answer that only passes it on; nil where ``json`` is nil.
    ///
    /// The store decrypts only what this service encrypted, and it encrypts only canonical objects.
    var unparsedJSON: JSONObject? {
        guard case .open(let bytes) = body, bytes.first == UInt8(ascii: "{") else { return nil }
        return JSONObject(written: bytes)
    }
}

extension Vault {
    /// Converts secrets and reports those that cannot be decrypted.
    func wireItems(_ secrets: [StoredSecret]) -> [VaultItem] {
        secrets.map { secret in
            if secret.isUnreadable { reportUnreadable(secret) }
            return VaultItem(secret)
        }
    }

    /// Logs and counts a secret that cannot be decrypted.
    func reportUnreadable(_ secret: StoredSecret) { reportUnreadable(secret.id, rev: secret.rev) }

    /// Logs and counts a body that cannot be decrypted.
    ///
    /// - Parameter rev: the version of the item that has the body.
    func reportUnreadable(_ id: SecretID, rev: Int64) {
        metrics.countUnreadableItems(1)
        log.error("an item's body cannot be decrypted", metadata: ["id": "\(id)", "rev": "\(rev)"])
    }
}
