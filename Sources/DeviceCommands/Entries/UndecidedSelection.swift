import LatchkeyDevice

/// The undecided entries that a decision is about. In JSON: `entry` with an id, issuer or account name, or `all` true, or
/// `foreign` true.
public enum UndecidedSelection: Decodable, Sendable {
    /// All but the foreign ones: what one person decides about their own entries must not touch those of another.
    case all
    /// All entries of an account that is not signed in.
    case foreign
    case entry(String)

    private enum CodingKeys: String, CodingKey {
        case entry, all, foreign
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decodeIfPresent(Bool.self, forKey: .all) == true {
            self = .all
        } else if try container.decodeIfPresent(Bool.self, forKey: .foreign) == true {
            self = .foreign
        } else {
            self = .entry(try container.decode(String.self, forKey: .entry))
        }
    }

    /// The sentence that says how to decide.
    static let advice = "They stay here until you choose: latchkey keep-as-new ENTRY, or latchkey discard ENTRY."

    /// Applies a decision to each selected entry and returns their labels.
    ///
    /// - Parameter onlyCopies: false to leave out, from the selection of all foreign entries, those that no server is
    ///   known to have: unsent ones, those kept through a logout, and those of a deleted account.
    func labels(
        on device: Device, onlyCopies: Bool, after decide: (LocalEntry) async throws(DeviceFault) -> LocalEntry
    ) async throws(DeviceFault) -> [EntryLabel] {
        let entries =
            switch self {
            case .all: try await device.undecidedEntries(isForeign: false)
            case .foreign:
                try await device.undecidedEntries(isForeign: true).filter {
                    onlyCopies || $0.isSynchronised && !$0.hasUnsentEdits && $0.inFlight == nil
                }
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
        case .foreign: ["--foreign"]
        case .entry(let name): [name]
        }
    }
}
