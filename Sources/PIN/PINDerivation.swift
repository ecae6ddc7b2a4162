/// The parameters of scrypt by which a device derives the key of a PIN.
///
/// The server names them beside the salt. A device refuses weaker ones, with which an impostor could search the PIN of a
/// recorded proof in less time, and those that would take more memory than a phone has to give.
public struct PINDerivation: Hashable, Sendable {
    /// The cost in processor time and memory.
    public let n: Int
    /// The size of a block, in units of 128 bytes.
    public let r: Int
    /// The number of computations, which run one after the other.
    public let p: Int

    /// The parameters of new PINs: 32 MiB and about 0.1 s.
    public static let standard = PINDerivation(unchecked: 1 << 15, r: 8, p: 1)

    /// Returns nil unless n is a power of two in 2^15…2^18, r is 8 and p is 1…4. The largest n takes 256 MiB, as much as
    /// `Scrypt` allows.
    public init?(n: Int, r: Int, p: Int) {
        let derivation = PINDerivation(unchecked: n, r: r, p: p)
        guard Self.accepted.contains(derivation) else { return nil }
        self = derivation
    }

    /// Reads the form of ``text``; nil for any other text and for parameters that are refused.
    public init?(text: String) {
        guard let derivation = Self.accepted.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) else { return nil }
        self = derivation
    }

    /// Accepts any parameters. Tests derive keys with cheap ones.
    init(unchecked n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }

    /// The form that is stored and sent, that of the PHC string format without salt and hash: `$scrypt$ln=15,r=8,p=1`,
    /// where `ln` is the binary logarithm of n. Each set of parameters has exactly one text.
    public var text: String { "$scrypt$ln=\(n.trailingZeroBitCount),r=\(r),p=\(p)" }

    private static let accepted = (15...18).flatMap { exponent in
        (1...4).map { PINDerivation(unchecked: 1 << exponent, r: 8, p: $0) }
    }
}
