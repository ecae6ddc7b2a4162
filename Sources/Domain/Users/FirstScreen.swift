/// The screen an app opens on.
public enum FirstScreen: String, CaseIterable, Hashable, Sendable, Codable {
    case home = "Home"
    /// The step of the forgotten-PIN flow where the new PIN is made.
    case createNewPIN = "Forgot PIN - Create new PIN"
}
