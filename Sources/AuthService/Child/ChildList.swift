import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Lists the caller's children.
    func childList(_ call: Call<ChildList, AuthenticatedPerson>) async throws -> ChildList.Answer {
        let children = try await store.children(of: call.caller.account.id, at: now)
        return ChildList.Answer(children: children.map { view(of: $0) })
    }

    /// A child as its parents see it.
    func view(of child: ChildDetails) -> ChildView {
        var view = ChildView(
            childId: child.account.id, name: child.name, state: child.state,
            parents: child.parents.count, approval: child.account.approval, addedAtMs: child.account.created)
        (view.inviteKind, view.inviteExpiresAtMs) = (child.invite?.kind, child.invite?.expires)
        view.parentAdmittedAtMs = child.parentAdmission
        guard let binding = child.binding else { return view }
        (view.deviceId, view.boundAtMs) = (binding.device, binding.bound)
        (view.deviceName, view.lastUsedAtMs) = (child.device?.name, child.device?.lastUsed)
        view.attemptsLeft = childAttemptsLeft(after: child.attempts)
        return view
    }

    /// The wrong PINs that a child's device has left.
    func childAttemptsLeft(after attempts: Int) -> Int { max(0, settings.pinLimits.failedLogins - attempts) }
}
