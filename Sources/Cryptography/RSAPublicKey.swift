import COpenSSL

extension RSA {
    /// A public key of 2048…8192 bits.
    public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
        private let native: NativeKey
        /// The modulus n, big-endian without leading zeros.
        public let modulus: [UInt8]
        /// The exponent e, big-endian without leading zeros.
        public let exponent: [UInt8]

        init(of native: NativeKey) {
            self.native = native
            var modulus = [UInt8](repeating: 0, count: lk_rsa_size(native.pointer))
            var exponent = [UInt8](repeating: 0, count: 8)
            let count = lk_rsa_numbers(native.pointer, &modulus, &exponent)
            self.modulus = modulus
            self.exponent = Array(exponent[..<count])
        }

        /// Reads a JWK's numbers; nil below 2048 bits, for even numbers, and for an exponent of 1 or above 8 bytes.
        public init?(modulus: [UInt8], exponent: [UInt8]) {
            let made = lk_rsa_public(modulus, modulus.count, exponent, exponent.count)
            guard let native = NativeKey(made) else { return nil }
            self.init(of: native)
        }

        /// Reads a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoFault) {
            self.init(of: try NativeKey.read(Array(pem.utf8), pem: true, .public, .rsa))
        }

        /// SubjectPublicKeyInfo in PEM.
        public var pem: String { native.writtenPEM(.public) }

        /// Whether the bytes are this key's RS256 signature over the others.
        public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { isValid(signature, of: $0) }
        }

        /// As `isValid(_:of:)`, over memory somebody else holds.
        public func isValid(_ signature: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            lk_rsa_verify(native.pointer, bytes.baseAddress, bytes.count, signature, signature.count) == 1
        }

        /// Equal numbers.
        public static func == (a: PublicKey, b: PublicKey) -> Bool {
            a.modulus == b.modulus && a.exponent == b.exponent
        }
        /// Hashes the numbers.
        public func hash(into hasher: inout Hasher) { hasher.combine(modulus) }
        /// The type's name.
        public var description: String { "RSA.PublicKey" }
    }
}
