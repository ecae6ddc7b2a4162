/// Keys on the curve P-256 (secp256r1): ES256 signatures and key agreement.
public enum P256 {}
