import COpenSSL
public import Primitives

extension Ed25519 {
    /// The secret half of an Ed25519 key pair. Never printed; wiped with its last holder.
    public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
        private let native: NativeKey
        /// The half to give away.
        public let publicKey: PublicKey

        private init(_ native: NativeKey) {
            self.native = native
            publicKey = PublicKey(of: native)
        }

        /// The key of a 32-byte seed; nil for any other count.
        public init?(seed: [UInt8]) {
            guard seed.count == 32, let native = NativeKey(lk_ed25519_private(seed)) else { return nil }
            self.init(native)
        }

        /// A new key from these random.
        public static func generate(_ random: RandomSource) -> PrivateKey {
            var seed = random.bytes(32)
            defer { Wipe.bytes(&seed) }
            guard let key = PrivateKey(seed: seed) else { libraryFailed("seed") }
            return key
        }

        /// Reads an unencrypted PKCS#8 key in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(try NativeKey.read(Array(pem.utf8), pem: true, .private, .ed25519))
        }

        /// The 32-byte seed.
        public var seed: [UInt8] { NativeKey.filled(32) { lk_ed25519_seed(native.pointer, $0) } }
        /// PKCS#8 in PEM, in the clear: for key files of mode 0400.
        public var pem: String { native.writtenPEM(.private) }

        /// The 64-byte signature over the bytes; the same each time.
        public func sign(_ bytes: [UInt8]) -> [UInt8] {
            NativeKey.filled(64) { lk_ed25519_sign(native.pointer, bytes, bytes.count, $0) }
        }

        /// The type's name and dots.
        public var description: String { "Ed25519.PrivateKey(••••)" }
        /// A mirror without children.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
