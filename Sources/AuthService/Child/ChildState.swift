import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Returns the state of the access that a device has or had.
    func childState(_ call: Call<ChildState, ProvenDevice>) async throws -> ChildState.Answer {
        let known = try await store.binding(thumbprint: call.caller.thumbprint)
        // A former binding to another child does not hide that the named one was deleted.
        if known?.binding.ended != nil || known == nil, let named = call.params.childId,
            try await store.isDeleted(tag(of: named))
        {
            throw Fault(.accountDeleted)
        }
        guard let (binding, attempts) = known else { return ChildState.Answer(state: .unauthenticated) }
        guard binding.ended == nil else {
            return ChildState.Answer(
                state: binding.state, bindingId: binding.id, endedBy: binding.endedBy.map { Open($0) })
        }
        return ChildState.Answer(
            state: binding.state, childId: binding.child, deviceId: binding.device,
            attemptsLeft: childAttemptsLeft(after: attempts), bindingId: binding.id)
    }
}
