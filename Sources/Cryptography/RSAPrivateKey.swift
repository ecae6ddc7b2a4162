import COpenSSL

extension RSA {
    /// The secret half of an RSA key pair. Never printed; wiped with its last holder.
    public struct PrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
        private let native: NativeKey
        /// The half to give away.
        public let publicKey: PublicKey

        private init(_ native: NativeKey) {
            self.native = native
            publicKey = PublicKey(of: native)
        }

        /// A new key of 2048, 3072 or 4096 bits, from libcrypto's generator (primes cannot be drawn from our random).
        /// Takes a second or so.
        public static func generate(bits: Int) throws(CryptoFault) -> PrivateKey {
            guard [2048, 3072, 4096].contains(bits) else {
                throw .badParameter("RSA keys have 2048, 3072 or 4096 bits")
            }
            guard let native = NativeKey(lk_rsa_generate(Int32(bits))) else { libraryFailed("make key") }
            return PrivateKey(native)
        }

        /// Reads an unencrypted PKCS#8 (or PKCS#1) key in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(try NativeKey.read(Array(pem.utf8), pem: true, .private, .rsa))
        }

        /// PKCS#8 in PEM, in the clear: for key files of mode 0400.
        public var pem: String { native.writtenPEM(.private) }

        /// The RS256 signature over the bytes, as long as the modulus.
        public func sign(_ bytes: [UInt8]) -> [UInt8] {
            NativeKey.filled(lk_rsa_size(native.pointer)) { lk_rsa_sign(native.pointer, bytes, bytes.count, $0) }
        }

        /// The type's name and dots.
        public var description: String { "RSA.PrivateKey(••••)" }
        /// A mirror without children.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
