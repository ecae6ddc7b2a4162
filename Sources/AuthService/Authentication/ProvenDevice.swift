/// A device key that has just signed this very request.
struct ProvenDevice: Sendable, Hashable {
    /// The RFC 7638 thumbprint: the device's name.
    let thumbprint: String
    /// The public key as a JWK.
    let publicKey: String
}
