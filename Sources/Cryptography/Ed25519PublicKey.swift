import COpenSSL

extension Ed25519 {
    /// A public key that is canonical, on the curve, and not of small order: under such a key one signature would fit
    /// many messages.
    public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
        private let native: NativeKey
        /// The 32 bytes of the key.
        public let bytes: [UInt8]

        init(of native: NativeKey) {
            self.native = native
            bytes = NativeKey.filled(32) { lk_ed25519_point(native.pointer, $0) }
        }

        /// Reads 32 bytes; nil for other counts and for keys the type does not allow.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == 32, let native = NativeKey(lk_ed25519_public(bytes)) else { return nil }
            self.native = native
            self.bytes = bytes
        }

        /// Reads a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(of: try NativeKey.read(Array(pem.utf8), pem: true, .public, .ed25519))
        }

        /// SubjectPublicKeyInfo in PEM.
        public var pem: String { native.writtenPEM(.public) }

        /// Whether the 64 bytes are this key's signature over the bytes; S must be below the group order.
        public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { isValid(signature, of: $0) }
        }

        /// As `isValid(_:of:)`, over memory somebody else holds.
        public func isValid(_ signature: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            signature.count == 64 && lk_ed25519_verify(native.pointer, bytes.baseAddress, bytes.count, signature) == 1
        }

        /// Equal bytes.
        public static func == (a: PublicKey, b: PublicKey) -> Bool { a.bytes == b.bytes }
        /// Hashes the bytes.
        public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
        /// The type's name.
        public var description: String { "Ed25519.PublicKey" }
    }
}
