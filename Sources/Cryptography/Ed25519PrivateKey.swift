import COpenSSL
public import Primitives

extension Ed25519 {
    /// An Ed25519 private key. It is never printed, and wiped with its last copy.
    public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
        private let native: NativeKey
        public let publicKey: PublicKey

        private init(_ native: NativeKey) {
            self.native = native
            publicKey = PublicKey(of: native)
        }

        /// - Parameter seed: 32 bytes; nil is returned for any other count.
        public init?(seed: [UInt8]) {
            guard seed.count == 32, let native = NativeKey(lk_ed25519_private(seed)) else { return nil }
            self.init(native)
        }

        public static func generate(_ random: RandomSource) -> PrivateKey {
            var seed = random.bytes(32)
            defer { Wipe.bytes(&seed) }
            guard let key = PrivateKey(seed: seed) else { libraryFailed("make an Ed25519 key from a seed") }
            return key
        }

        /// Parses an unencrypted PKCS#8 key in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(try NativeKey.read(Array(pem.utf8), pem: true, .private, .ed25519))
        }

        /// The 32-byte seed.
        public var seed: [UInt8] { NativeKey.filled(32) { lk_ed25519_seed(native.pointer, $0) } }
        /// PKCS#8 in PEM, unencrypted, for key files of mode 0400.
        public var pem: String { native.writtenPEM(.private) }

        /// The signature of the bytes, 64 bytes, the same each time.
        public func sign(_ bytes: [UInt8]) -> [UInt8] {
            NativeKey.filled(64) { lk_ed25519_sign(native.pointer, bytes, bytes.count, $0) }
        }

        public var description: String { "Ed25519.PrivateKey(••••)" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
