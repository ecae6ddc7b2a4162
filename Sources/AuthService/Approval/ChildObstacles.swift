import AuthStore
import Domain

/// The reasons why a child cannot sync, in sentences for operators.
enum ChildObstacles {
    /// The sentence about a child none of whose parents is approved.
    static func withoutApprovedParent(_ parents: [ApprovalStatus]) -> String {
        guard !parents.isEmpty else { return "The child has no parent: the administrator adds one." }
        let waiting = parents.count { $0 == .waitingForApproval }
        let disapproved = parents.count { $0 == .disapprovedForSyncing }
        var parts: [String] = []
        if waiting > 0 { parts.append("\(waiting) wait\(waiting == 1 ? "s" : "") for a decision") }
        if disapproved > 0 { parts.append("\(disapproved) \(disapproved == 1 ? "was" : "were") disapproved") }
        return "No parent of the child is approved: \(parts.joined(separator: ", and "))."
    }

    /// The sentences about the access of a child that has no session.
    static func sentences(about child: ChildDetails) -> [String] {
        guard let binding = child.binding else { return withoutDevice(child) }
        switch binding.state {
        case .childAccessLocked:
            return ["The access is locked, by wrong PINs or after a restore: a parent unlocks or resets it."]
        case .parentVerificationRequired:
            return ["The child has forgotten the PIN: a parent has to confirm it and reset the access."]
        case .childPINSetup: return ["The device is bound, and the child has not chosen a PIN yet."]
        case .childAccessRevoked: return ["A parent has withdrawn the access."]
        case .unauthenticated, .childInviteVerify, .childDeviceBind, .authChild, .childHome, .childPINLogin:
            return ["The device is bound, and the child has to enter the PIN."]
        }
    }

    private static func withoutDevice(_ child: ChildDetails) -> [String] {
        var sentences = ["No device is bound to the child."]
        if child.lastEnd == .childAccessRevoked {
            sentences.append("A parent has withdrawn the access of the last one.")
        }
        sentences.append(
            child.invite == nil ? "A parent has to invite one." : "An invite waits to be entered on the child's device."
        )
        return sentences
    }
}
