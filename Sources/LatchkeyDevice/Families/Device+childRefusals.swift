import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// Performs a call of a child's device, and stores what a refusal says about the access.
    func following<T: Sendable>(_ call: () async throws(DeviceFault) -> T) async throws(DeviceFault) -> T {
        let asked = try await store.profile().child
        do {
            return try await call()
        } catch {
            guard case .call(let failure) = error, let fault = failure.fault else { throw error }
            // A refusal of a former binding says nothing about the present one.
            guard try await store.profile().hasBinding(of: asked) else { throw error }
            if fault.isKind(.childAccessRevoked) {
                let binding = fault.data["bindingId"]?.string.flatMap { BindingID($0) }
                if asked?.hasOther(than: binding) == true {
                    // Auth tells a device with another binding whether its own child was deleted.
                    _ = try? await childAccess()
                } else {
                    try await store.write { try $0.endAccess(of: binding) }
                }
            } else if fault.isKind(.locked) {
                try await store.changeProfile { profile in
                    profile.follow(.childAccessLocked)
                    profile.child?.attemptsLeft = 0
                }
            } else if fault.isKind(.parentVerificationRequired) {
                try await store.changeProfile { $0.follow(.parentVerificationRequired) }
            } else if fault.isKind(.deviceNotBound) {
                // Auth tells a device that was never bound from one whose access was reset.
                _ = try? await childAccess()
            } else if fault.isKind(.pinWrong) {
                let left = fault.data["attemptsLeft"]?.number?.int64
                try await store.changeProfile { profile in
                    profile.moveChild(.wrongPIN)
                    profile.child?.attemptsLeft = left.map(Int.init)
                    profile.lock?.isLocked = true
                    profile.lock?.needsProof = true
                }
            }
            throw error
        }
    }
}

extension DeviceFault {
    /// True if a service refused the call with this fault.
    func isRefusal(_ kind: FaultKind) -> Bool {
        guard case .call(let failure) = self else { return false }
        return failure.fault?.isKind(kind) == true
    }
}
