public import JSONRPC

/// How a code moves on (RFC 4226, RFC 6238).
public enum OTPType: String, WireEnum, Hashable {
    /// With time.
    case totp
    /// With a counter.
    case hotp
}

/// The hash inside a code's HMAC.
public enum OTPAlgorithm: String, WireEnum, Hashable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
}
