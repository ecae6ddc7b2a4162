import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Gives the account its former number back.
    func accountUndoChangePhone(_ call: Call<AccountUndoChangePhone, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            AccountUndoChangePhone.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            let given = try await counted(call.params.confirmation, for: .changePhone, by: call.caller)
            let outcome = try await confirming(.changePhone) {
                try await store.undoNumberChange(
                    of: own.account, in: own.id, confirmedBy: given, idempotencyKey: key, at: now)
            }
            switch outcome {
            case .changed: return Nothing()
            case .replayed(let stored): return try replayedNothing(stored)
            case .unknown, .codeUnusable, .numberTaken, .stateChanged: throw Fault(.phoneChangeUnknown)
            case .callerEnded(let end): throw Fault(end)
            }
        }
    }
}
