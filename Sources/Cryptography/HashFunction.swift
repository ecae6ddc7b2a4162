import COpenSSL

/// A hash function of the SHA family. SHA-1 is only for authenticator codes (RFC 4226, RFC 6238), where it is safe
/// inside HMAC.
public enum HashFunction: Int32, Hashable, Sendable, CaseIterable {
    case sha1 = 1
    case sha256 = 2
    case sha512 = 3

    /// The length of the digest in bytes.
    public var size: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// The digest of the bytes. If libcrypto cannot hash, the process ends, because nothing built on it would be safe.
    public func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    public func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { out, count in
            guard lk_hash(rawValue, bytes.baseAddress, bytes.count, out.baseAddress) == 1 else {
                libraryFailed("compute a hash")
            }
            count = size
        }
    }
}
