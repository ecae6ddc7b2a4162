/// Ed25519 signatures (RFC 8032): PIN proofs, services, and the devices that prefer it.
public enum Ed25519 {}
