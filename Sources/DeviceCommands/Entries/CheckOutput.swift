public import LatchkeyDevice
public import Primitives

/// The result of comparing the entries with all that the server has.
public struct CheckOutput: Codable, Sendable {
    public struct Difference: Codable, Sendable {
        public let id: SecretID
        public let difference: ManifestDifference
        /// True if a complete pull has ended the difference.
        public let repaired: Bool
    }

    /// The number of items that the server listed, deleted ones included.
    public let listed: Int
    public let differences: [Difference]

    init(_ comparison: VaultComparison) {
        listed = comparison.listed
        differences = comparison.found.sorted { $0.key < $1.key }.map { id, difference in
            Difference(id: id, difference: difference, repaired: comparison.remaining[id] == nil)
        }
    }

    var lines: [String] {
        guard !differences.isEmpty else { return ["Compared with the server: nothing differs."] }
        let repaired = differences.count(where: \.repaired)
        return ["Compared with the server: \(differences.count) differed, \(repaired) repaired."]
            + differences.filter { !$0.repaired }.map { "Still different: \($0.id) (\($0.difference.rawValue))." }
    }
}
