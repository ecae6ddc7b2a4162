/// The fate of the secrets the server has a copy of, at the end of a session.
public enum SynchronisedFate: String, CaseIterable, Hashable, Sendable, Codable {
    case kept
    /// Deleted from the device.
    case deleted
    /// Kept without user id and sync data: they belong to the device from now on.
    case becomeLocal
    /// Kept until the person chooses, because the server has no copy any more.
    case heldUntilChosen
}
