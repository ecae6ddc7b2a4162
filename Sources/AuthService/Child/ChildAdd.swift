import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Adds a child of the caller.
    func childAdd(_ call: Call<ChildAdd, AuthenticatedPerson>) async throws -> ChildAdd.Answer {
        let own = call.caller.session, answer = ChildAdd.Answer(childId: random.id())
        let key = try idempotencyKey(
            ChildAdd.self, call.params.requestId, call.params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try storedAnswer($0) }) {
            try await mappingFamilyRefusals {
                switch try await store.addChild(
                    answer.childId, named: call.params.name.rawValue, by: own.account, in: own.id,
                    idempotencyKey: key, response: storable(answer), at: now)
                {
                case .done: return answer
                case .repeated(let stored): return try storedAnswer(stored)
                }
            }
        }
    }
}
