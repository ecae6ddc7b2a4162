import Domain
import LatchkeyDevice
import Primitives

extension World {
    /// True if a device may be lost: nobody is signed in on it, or another device of the account can admit its
    /// successor.
    func isDispensable(_ device: DeviceHost) async -> Bool {
        guard let account = try? await device.running?.store.profile().accountId else { return device.person == nil }
        for other in devices where other !== device {
            guard let profile = try? await other.running?.store.profile() else { continue }
            if profile.accountId == account, profile.login == .loggedIn, !profile.isUnproven { return true }
        }
        return false
    }
}
