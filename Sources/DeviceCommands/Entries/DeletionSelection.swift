import LatchkeyDevice

/// The entries of the local trash that a decision is about. In JSON: `entry` with an id, issuer or account name, or
/// nothing for all whose deletion waits for a decision.
public enum DeletionSelection: Decodable, Sendable {
    case allHeld
    case entry(String)

    private enum CodingKeys: String, CodingKey {
        case entry
    }

    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .entry)
        self = name.map { .entry($0) } ?? .allHeld
    }

    /// Applies a decision to each selected entry and returns their labels.
    func labels(
        on device: Device, after decide: (LocalEntry) async throws(DeviceFault) -> LocalEntry
    ) async throws(DeviceFault) -> [EntryLabel] {
        let entries =
            switch self {
            case .allHeld: try await device.deletions().filter { $0.trash?.state == .held }
            case .entry(let name): [try await device.deletion(named: name)]
            }
        return try await EntryLabel.labels(of: entries, after: decide)
    }

    static func text(of labels: [EntryLabel], _ effect: String) -> String {
        EntryLabel.text(of: labels, effect, none: "No deletions wait for you.")
    }

    var words: [String] {
        switch self {
        case .allHeld: []
        case .entry(let name): [name]
        }
    }
}
