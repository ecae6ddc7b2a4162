import LatchkeyDevice

/// The undecided entries that a decision is about. In JSON: `entry` with an id, issuer or account name, or `all` true.
public enum UndecidedSelection: Decodable, Sendable {
    case all
    case entry(String)

    private enum CodingKeys: String, CodingKey {
        case entry, all
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isAll = try container.decodeIfPresent(Bool.self, forKey: .all) == true
        self = isAll ? .all : .entry(try container.decode(String.self, forKey: .entry))
    }

    /// The sentence that says how to decide.
    static let advice = "They stay here until you choose: latchkey keep-as-new ENTRY, or latchkey discard ENTRY."

    /// Applies a decision to each selected entry and returns their labels.
    ///
    /// - Parameter unsentOfOthers: false to leave out, from the selection of all, the unsent entries of an account that is
    ///   not signed in.
    func labels(
        on device: Device, unsentOfOthers: Bool, after decide: (LocalEntry) async throws(DeviceFault) -> LocalEntry
    ) async throws(DeviceFault) -> [EntryLabel] {
        let entries =
            switch self {
            case .all: try await device.undecidedEntries(unsentOfOthers: unsentOfOthers)
            case .entry(let name): [try await device.undecidedEntry(named: name)]
            }
        return try await EntryLabel.labels(of: entries, after: decide)
    }

    static func text(of labels: [EntryLabel], _ effect: String) -> String {
        EntryLabel.text(of: labels, effect, none: "Nothing waits for a choice.")
    }

    var words: [String] {
        switch self {
        case .all: ["--all"]
        case .entry(let name): [name]
        }
    }
}
