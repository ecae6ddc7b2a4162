public import JSONRPC

/// The moving factor of a one-time code: the time (RFC 6238), a counter (RFC 4226), or the time with the 5 characters of
/// Steam Guard.
public enum OTPType: String, WireEnum, Hashable {
    case totp, hotp, steam
}

/// The hash function of the HMAC that a one-time code is computed with.
public enum OTPAlgorithm: String, WireEnum, Hashable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
}
