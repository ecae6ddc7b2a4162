public import Primitives
import SQL

extension AuthStore {
    /// Notes a request proof as used, over all instances; false when it was used before.
    /// - Parameter expires: when the proof would be refused anyway, and need not be remembered any more.
    public func useProof(_ jti: String, by thumbprint: String, expires: Instant) async throws -> Bool {
        try await database.write { transaction in
            try transaction.run(
                Statement(
                    "INSERT INTO proof_seen (thumbprint, jti, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    .text(thumbprint), .text(jti), .at(expires)))
            return transaction.changes == 1
        }
    }
}
