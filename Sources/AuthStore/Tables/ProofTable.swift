import SQL

/// Statements on `proof_seen`: the request proofs and service assertions that were used and have not expired.
enum ProofTable {
    /// Records a proof; changes nothing if it is recorded already.
    static func insert(_ proof: PresentedProof) -> Statement {
        Statement(
            "INSERT INTO proof_seen (thumbprint, jti, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            .text(proof.thumbprint), .text(proof.jti), .instant(proof.expires))
    }
}
