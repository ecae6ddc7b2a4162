import Primitives

/// The end of the chain: the number of a row, and its chain hash. Who knows it notices when rows up to it are missing or
/// were replaced.
public struct AuditHead: Sendable, Hashable, CustomStringConvertible {
    /// The number of the row; 0 before the first one.
    public let number: Int64
    /// 32 bytes.
    let hash: [UInt8]

    /// The head of a chain without rows.
    static let empty = AuditHead(number: 0, hash: [UInt8](repeating: 0, count: 32))

    init(number: Int64, hash: [UInt8]) {
        self.number = number
        self.hash = hash
    }

    /// Parses the text of ``description``; nil for other text.
    public init?(_ text: String) {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count == 2, let number = Int64(sides[0]), number >= 0, String(number) == sides[0],
            let hash = Hex.decode(String(sides[1])), hash.count == 32
        else { return nil }
        self.init(number: number, hash: hash)
    }

    /// The number in decimal digits, a colon, and the hash in 64 hexadecimal digits.
    public var description: String { "\(number):\(Hex.encode(hash))" }
}
