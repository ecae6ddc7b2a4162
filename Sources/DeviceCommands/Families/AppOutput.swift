import Domain
import LatchkeyDevice
import Primitives

/// The state of the app by the authentication states of parents and children, with the screens that were just shown.
public struct AppOutput: Codable, Sendable {
    /// The present state; the name of a state of `ParentSession`, or on a child's device of `ChildAccess`.
    public let state: String
    /// The states whose screens this command has shown, in their order; absent for none.
    public let screens: [String]?
    /// The child's name; absent on a device that is no child's.
    public let child: String?
    /// True with the screen that follows the deletion of the child's account; absent otherwise.
    public let isChildDeleted: Bool?

    /// Shows the screens that are due.
    init(on device: Device) async throws(DeviceFault) {
        let shown: [String]
        let former = try await device.store.profile().child
        isChildDeleted = former?.isDeleted
        if former == nil {
            shown = try await device.showFirstScreens().map(\.rawValue)
        } else {
            shown = try await device.showChildScreen().map { [$0.rawValue] } ?? []
        }
        let profile = try await device.store.profile()
        state = profile.child?.state.rawValue ?? profile.appState.rawValue
        screens = shown.isEmpty ? nil : shown
        child = profile.child?.name
    }

    /// One line for each screen.
    var lines: [String] {
        (screens ?? []).compactMap { screen in
            switch screen {
            case ParentSession.State.onboardingParent.rawValue:
                "You are new here. Add an entry: latchkey add otpauth://…  A parent adds a child: latchkey parent add NAME"
            case ParentSession.State.authParent.rawValue: "Welcome."
            case ChildAccess.State.authChild.rawValue: "Welcome\(child.map { ", \($0.escapingUnprintable)" } ?? "")."
            case ChildAccess.State.childAccessRevoked.rawValue where isChildDeleted != true:
                "A parent has withdrawn the access of this device. To join again: latchkey child join CODE"
            default: nil
            }
        }
    }
}
