/// The curve P-256 (secp256r1): ES256 signatures and key agreement.
public enum P256 {}

/// Ed25519 signatures (RFC 8032): keys of services, and of devices that choose it.
public enum Ed25519 {}
