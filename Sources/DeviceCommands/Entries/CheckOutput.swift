public import LatchkeyDevice
public import Primitives

/// The result of comparing the entries with all that the server has.
public struct CheckOutput: Codable, Sendable {
    public struct Difference: Codable, Sendable {
        public let id: SecretID
        public let difference: ManifestDifference
        /// True if a complete pull has ended the difference; absent if the entries could not be compared again after it.
        public let repaired: Bool?
    }

    /// False if the entries could not be compared, because the server changed while it was read. Then nothing is known
    /// about differences.
    public let compared: Bool
    /// The number of items that the server listed, deleted ones included; absent if the entries were not compared.
    public let listed: Int?
    public let differences: [Difference]

    init(_ comparison: VaultComparison) {
        switch comparison {
        case .notCompared: (compared, listed, differences) = (false, nil, [])
        case .compared(let items):
            (compared, listed) = (true, items.listed)
            differences = items.found.sorted { $0.key < $1.key }.map { id, difference in
                Difference(id: id, difference: difference, repaired: items.remaining.map { $0[id] == nil })
            }
        }
    }

    private static let advice = "because it changed meanwhile: run latchkey sync --check again."

    var lines: [String] {
        guard compared else { return ["Not compared with the server, \(Self.advice)"] }
        guard !differences.isEmpty else { return ["Compared with the server: nothing differs."] }
        guard differences.allSatisfy({ $0.repaired != nil }) else {
            return [
                "Compared with the server: \(differences.count) differed, and were pulled again.",
                "Not compared with the server after that, \(Self.advice)",
            ]
        }
        let repaired = differences.count { $0.repaired == true }
        return ["Compared with the server: \(differences.count) differed, \(repaired) repaired."]
            + differences.filter { $0.repaired == false }
            .map { "Still different: \($0.id) (\($0.difference.rawValue))." }
    }
}
