import COpenSSL

/// HMAC (RFC 2104) with any hash function.
public enum HMAC {
    /// The tag of the bytes, as long as the function's digest. The key may have any length.
    public static func tag(_ function: HashFunction, key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { tag(function, key: $0, bytes) }
    }

    static func tag(_ function: HashFunction, key: UnsafeRawBufferPointer, _ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: function.size) { out, count in
            let done = bytes.withUnsafeBytes {
                lk_hmac(function.rawValue, key.baseAddress, key.count, $0.baseAddress, $0.count, out.baseAddress)
            }
            guard done == 1 else { libraryFailed("compute an HMAC") }
            count = function.size
        }
    }
}
