public import JSONRPC

/// The key derivation of a PIN on the wire.
public struct KeyDerivation: WireObject {
    public var name: String
    public var n: Int
    public var r: Int
    public var p: Int
    public enum CodingKeys: String, CodingKey { case name, n, r, p }

    public init(name: String, n: Int, r: Int, p: Int) { (self.name, self.n, self.r, self.p) = (name, n, r, p) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .name: Field("The word scrypt (RFC 7914)", .length(6...6))
        case .n: Field("The cost in work and memory, a power of two", .range(32_768...262_144))
        case .r: Field("The block size", .range(8...8))
        case .p: Field("The number of parallel computations", .range(1...4))
        }
    }
}
