import COpenSSL
public import Primitives

extension P256 {
    /// The secret half of a P-256 key pair. Never printed; wiped with its last holder.
    public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
        private let native: NativeKey
        /// The half to give away.
        public let publicKey: PublicKey

        private init(_ native: NativeKey) {
            self.native = native
            publicKey = PublicKey(of: native)
        }

        /// Takes the secret number, 32 bytes big-endian; nil unless it is 1 … n-1.
        public init?(scalar: [UInt8]) {
            guard scalar.count == 32, let native = NativeKey(lk_p256_private(scalar)) else { return nil }
            self.init(native)
        }

        /// A new key from these random; numbers outside 1 … n-1 (one in 2^32) are thrown again.
        public static func generate(_ random: RandomSource) -> PrivateKey {
            while true {
                var scalar = random.bytes(32)
                defer { Wipe.bytes(&scalar) }
                if let key = PrivateKey(scalar: scalar) { return key }
            }
        }

        /// Reads an unencrypted PKCS#8 (or SEC 1) key in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(try NativeKey.read(Array(pem.utf8), pem: true, .private, .p256))
        }

        /// Reads an unencrypted PKCS#8 key.
        public init(der: [UInt8]) throws(CryptoFault) {
            self.init(try NativeKey.read(der, pem: false, .private, .p256))
        }

        /// The secret number, 32 bytes big-endian.
        public var scalar: [UInt8] { NativeKey.filled(32) { lk_p256_scalar(native.pointer, $0) } }
        /// PKCS#8 in PEM, in the clear: for key files of mode 0400.
        public var pem: String { native.writtenPEM(.private) }
        /// PKCS#8, in the clear.
        public var der: [UInt8] { native.written(pem: false, .private) }

        /// An ECDSA signature over the bytes' SHA-256: r ‖ s, 64 bytes, different each time (libcrypto's own nonce).
        public func sign(_ bytes: [UInt8]) -> [UInt8] {
            NativeKey.filled(64) { lk_p256_sign(native.pointer, bytes, bytes.count, $0) }
        }

        /// The x coordinate of the ECDH point, to be put through HKDF with both public keys named.
        public func sharedSecret(with peer: PublicKey) -> Key256 {
            Key256 {
                guard lk_p256_agree(native.pointer, peer.native.pointer, $0) == 1 else {
                    libraryFailed("sound key")
                }
            }
        }

        /// The type's name and dots.
        public var description: String { "P256.PrivateKey(••••)" }
        /// A mirror without children.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
