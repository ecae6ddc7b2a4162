/// The fate of secrets and edits the server never received. There is one case: no answer of a server and no log-out
/// deletes the only copy.
public enum UnsynchronisedFate: String, CaseIterable, Hashable, Sendable, Codable {
    case kept
}
