import COpenSSL

extension Ed25519 {
    /// An Ed25519 public key. Its encoding is canonical, and its point is on the curve and not of small order: under a
    /// key of small order one signature would be valid for many messages.
    public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
        private let native: NativeKey
        public let bytes: [UInt8]

        init(of native: NativeKey) {
            self.native = native
            bytes = NativeKey.filled(32) { lk_ed25519_point(native.pointer, $0) }
        }

        /// Reads 32 bytes; nil for any other count, and for keys that fail the checks above.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == 32, let native = NativeKey(lk_ed25519_public(bytes)) else { return nil }
            self.native = native
            self.bytes = bytes
        }

        /// Parses a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(of: try NativeKey.read(Array(pem.utf8), pem: true, .public, .ed25519))
        }

        /// SubjectPublicKeyInfo in PEM.
        public var pem: String { native.writtenPEM(.public) }

        /// True if the 64 bytes are this key's signature of the bytes. S must be below the group order.
        public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { isValid(signature, of: $0) }
        }

        public func isValid(_ signature: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            signature.count == 64 && lk_ed25519_verify(native.pointer, bytes.baseAddress, bytes.count, signature) == 1
        }

        public static func == (a: PublicKey, b: PublicKey) -> Bool { a.bytes == b.bytes }
        public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
        public var description: String { "Ed25519.PublicKey" }
    }
}
