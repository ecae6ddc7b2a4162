import Domain
import Primitives
import StrictJSON

extension VaultItem {
    /// Writes the members that the compiler's implementation would write, because encoding thousands of items takes
    /// most of the time of a complete pull.
    ///
    /// - Throws: `EncodingError` for every encoder but a ``WireEncoder``.
    public func encode(to encoder: any Encoder) throws {
        guard let object = ObjectWriter(encoder, keyedBy: CodingKeys.self) else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "only WireEncoder encodes an item"))
        }
        object.write(.id, id.description)
        object.write(.kind, kind)
        object.write(.rev, rev.description)
        object.write(.state, state.rawValue)
        object.write(.schema, schema)
        if let body { object.write(.body, body) }
        object.write(.createdAtMs, DecimalInt64(createdAtMs.ms).description)
        object.write(.updatedAtMs, DecimalInt64(updatedAtMs.ms).description)
        if let deletedAtMs { object.write(.deletedAtMs, DecimalInt64(deletedAtMs.ms).description) }
        object.write(.updatedBy, updatedBy.description)
        if let broughtBack { try object.write(.broughtBack, encoding: broughtBack) }
        if let includes { try object.write(.includes, encoding: includes) }
        if let fault { object.write(.fault, fault) }
    }
}
