import COpenSSL
public import Primitives

extension P256 {
    /// A P-256 private key. It is never printed, and wiped with its last copy.
    public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
        private let native: NativeKey
        public let publicKey: PublicKey

        private init(_ native: NativeKey) {
            self.native = native
            publicKey = PublicKey(of: native)
        }

        /// - Parameter scalar: the secret number, 32 bytes big-endian. Nil is returned unless it is in 1 … n-1.
        public init?(scalar: [UInt8]) {
            guard scalar.count == 32, let native = NativeKey(lk_p256_private(scalar)) else { return nil }
            self.init(native)
        }

        /// Generates a key. A number outside 1 … n-1 (one in 2^32) is drawn again.
        public static func generate(_ random: RandomSource) -> PrivateKey {
            while true {
                var scalar = random.bytes(32)
                defer { Wipe.bytes(&scalar) }
                if let key = PrivateKey(scalar: scalar) { return key }
            }
        }

        /// Parses an unencrypted PKCS#8 (or SEC 1) key in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(try NativeKey.read(Array(pem.utf8), pem: true, .private, .p256))
        }

        /// Parses an unencrypted PKCS#8 key.
        public init(der: [UInt8]) throws(CryptoFault) {
            self.init(try NativeKey.read(der, pem: false, .private, .p256))
        }

        /// The secret number, 32 bytes big-endian.
        public var scalar: [UInt8] { NativeKey.filled(32) { lk_p256_scalar(native.pointer, $0) } }
        /// PKCS#8 in PEM, unencrypted, for key files of mode 0400.
        public var pem: String { native.writtenPEM(.private) }
        /// PKCS#8, unencrypted.
        public var der: [UInt8] { native.written(pem: false, .private) }

        /// The ECDSA signature r ‖ s, 64 bytes, of the bytes' SHA-256. It differs each time, because libcrypto draws a nonce.
        public func sign(_ bytes: [UInt8]) -> [UInt8] {
            NativeKey.filled(64) { lk_p256_sign(native.pointer, bytes, bytes.count, $0) }
        }

        /// The x coordinate of the ECDH point. Derive a key from it with HKDF, with both public keys in `info`.
        public func sharedSecret(with peer: PublicKey) -> Key256 {
            Key256 {
                guard lk_p256_agree(native.pointer, peer.native.pointer, $0) == 1 else {
                    libraryFailed("compute an ECDH secret")
                }
            }
        }

        public var description: String { "P256.PrivateKey(••••)" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
