/// What becomes of the secrets the server has a copy of.
public enum SynchronisedFate: String, CaseIterable, Hashable, Sendable, Codable {
    /// Untouched.
    case kept
    /// Gone from the device.
    case deleted
    /// Stay without userId and sync data, the device's own from now on.
    case becomeLocal
    /// Stay as they are until the person chooses: the server has no copy any more.
    case heldUntilChosen
}
