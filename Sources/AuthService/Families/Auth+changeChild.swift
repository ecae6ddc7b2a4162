import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Performs a change of a child, and turns its refusal into the fault.
    func mappingFamilyRefusals<A>(_ act: () async throws -> A) async throws -> A {
        do {
            return try await act()
        } catch let refused as FamilyRefused {
            throw Fault(refused)
        }
    }

    /// Answers a request that may have been repeated, and wakes the task that numbers revocation events.
    func answer(_ outcome: Repeatable<Void>) throws -> Nothing {
        switch outcome {
        case .done: wakeFeedNumbering()
        case .repeated(let stored): return try replayedNothing(stored)
        }
        return Nothing()
    }

    /// Performs a parent's change of one child.
    func changeChild<M: Method>(
        _ method: M.Type, _ call: Call<M, AuthenticatedPerson>,
        _ change: (AccountID, SessionRecord, IdempotencyKey?) async throws -> Repeatable<Void>
    ) async throws -> Nothing where M.Params == OneChild {
        let own = call.caller.session
        let key = try idempotencyKey(
            method, call.params.requestId, call.params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            try await mappingFamilyRefusals { try answer(await change(call.params.childId, own, key)) }
        }
    }
}
