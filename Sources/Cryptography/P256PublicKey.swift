import COpenSSL

extension P256 {
    /// A P-256 public key: a point on the curve, not at infinity.
    public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
        let native: NativeKey
        /// 04 ‖ X ‖ Y, 65 bytes.
        public let x963: [UInt8]

        /// The public key of a libcrypto key, which may be a pair: libcrypto verifies with either.
        init(of native: NativeKey) {
            self.native = native
            x963 = NativeKey.filled(65) { lk_p256_point(native.pointer, $0) }
        }

        /// Reads 04 ‖ X ‖ Y; nil for another length, a compressed form, and a point that is not on the curve.
        public init?(x963: [UInt8]) {
            guard x963.count == 65, let native = NativeKey(lk_p256_public(x963)) else { return nil }
            self.native = native
            self.x963 = x963
        }

        /// Reads the coordinates of a JWK, exactly 32 bytes each.
        public init?(x: [UInt8], y: [UInt8]) {
            guard x.count == 32, y.count == 32 else { return nil }
            self.init(x963: [0x04] + x + y)
        }

        /// Parses a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(of: try NativeKey.read(Array(pem.utf8), pem: true, .public, .p256))
        }

        /// Parses a SubjectPublicKeyInfo.
        public init(der: [UInt8]) throws(CryptoFault) {
            self.init(of: try NativeKey.read(der, pem: false, .public, .p256))
        }

        /// The first coordinate, 32 bytes.
        public var x: [UInt8] { Array(x963[1..<33]) }
        /// The second coordinate, 32 bytes.
        public var y: [UInt8] { Array(x963[33...]) }
        /// SubjectPublicKeyInfo in PEM.
        public var pem: String { native.writtenPEM(.public) }
        /// SubjectPublicKeyInfo.
        public var der: [UInt8] { native.written(pem: false, .public) }

        /// True if r ‖ s (64 bytes, each in 1 … n-1) is this key's signature of the bytes' SHA-256.
        public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { isValid(signature, of: $0) }
        }

        public func isValid(_ signature: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            signature.count == 64 && lk_p256_verify(native.pointer, bytes.baseAddress, bytes.count, signature) == 1
        }

        public static func == (a: PublicKey, b: PublicKey) -> Bool { a.x963 == b.x963 }
        public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
        public var description: String { "P256.PublicKey" }
    }
}
