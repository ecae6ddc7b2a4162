import COpenSSL

extension P256 {
    /// A point known to be on the curve and not at infinity.
    public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
        let native: NativeKey
        /// 04 ‖ X ‖ Y, 65 bytes.
        public let x963: [UInt8]

        /// The public half of a private key; the same library object does for verifying.
        init(of native: NativeKey) {
            self.native = native
            x963 = NativeKey.filled(65) { lk_p256_point(native.pointer, $0) }
        }

        /// Reads 04 ‖ X ‖ Y; nil for other lengths, compressed forms, and points not on the curve.
        public init?(x963: [UInt8]) {
            guard x963.count == 65, let native = NativeKey(lk_p256_public(x963)) else { return nil }
            self.native = native
            self.x963 = x963
        }

        /// Reads a JWK's coordinates, exactly 32 bytes each.
        public init?(x: [UInt8], y: [UInt8]) {
            guard x.count == 32, y.count == 32 else { return nil }
            self.init(x963: [0x04] + x + y)
        }

        /// Reads a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(of: try NativeKey.read(Array(pem.utf8), pem: true, .public, .p256))
        }

        /// Reads a SubjectPublicKeyInfo.
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

        /// Whether r ‖ s (64 bytes, each 1 … n-1) is this key's signature over the bytes' SHA-256.
        public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { isValid(signature, of: $0) }
        }

        /// As `isValid(_:of:)`, over memory somebody else holds.
        public func isValid(_ signature: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            signature.count == 64 && lk_p256_verify(native.pointer, bytes.baseAddress, bytes.count, signature) == 1
        }

        /// Equal points.
        public static func == (a: PublicKey, b: PublicKey) -> Bool { a.x963 == b.x963 }
        /// Hashes the point.
        public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
        /// The type's name; the point itself is of no use to a reader.
        public var description: String { "P256.PublicKey" }
    }
}
