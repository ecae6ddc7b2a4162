import COpenSSL

/// A hash function of the SHA family. SHA-1 is here for one-time passwords alone (RFC 4226), where HMAC keeps it sound.
public enum HashFunction: Int32, Hashable, Sendable, CaseIterable {
    /// SHA-1, 20 bytes.
    case sha1 = 1
    /// SHA-256, 32 bytes.
    case sha256 = 2
    /// SHA-512, 64 bytes.
    case sha512 = 3

    /// Bytes of the digest.
    public var size: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// The digest of the bytes. A library that cannot hash ends the process: nothing built on it would be safe.
    public func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    /// As `hash(_:)`, over memory somebody else holds.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { out, count in
            guard lk_hash(rawValue, bytes.baseAddress, bytes.count, out.baseAddress) == 1 else {
                libraryFailed("hash")
            }
            count = size
        }
    }
}
