public import Contracts
public import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Logs out here (seed 1, situation 2). What can be pushed is pushed first; the rest is kept whatever the choice.
    public func logout(_ choice: SecretChoice) async throws(DeviceFault) {
        try await pushBeforeLeaving()
        let request: RequestID = random.id()
        try await leave(.loggedOutHere(choice), choice) { token throws(CallFailure) in
            _ = try await auth.call(SessionLogout.self, .init(requestId: request), token: token)
        }
    }

    /// Logs out on every device (situation 3): the TokenSecret record is replaced.
    public func logoutEverywhere(_ choice: SecretChoice) async throws(DeviceFault) {
        try await pushBeforeLeaving()
        let request: RequestID = random.id()
        try await leave(.loggedOutEverywhere(choice), choice) { token throws(CallFailure) in
            _ = try await auth.call(SessionLogoutEverywhere.self, .init(requestId: request), token: token)
        }
    }

    /// Asks for the code that `deleteAccount` needs.
    public func requestDeletion() async throws(DeviceFault) -> OTPRequest.Answer {
        guard let phone = try await current().phone else { throw .signedOut }
        return try await askOnce(OTPRequest.self, lasting: .minutes(5)) { request in
            .init(phone: phone, purpose: .deleteAccount, requestId: request)
        } take: { answer, profile in
            profile.challenge = answer.challengeId
            profile.purpose = "deleteAccount"
        }.answer
    }

    /// Deletes the account (situation 4); not reversible.
    public func deleteAccount(code: OneTimeCode, _ choice: SecretChoice) async throws(DeviceFault) {
        let profile = try await current()
        guard let challenge = profile.challenge, profile.purpose == "deleteAccount" else { throw .noChallenge }
        let request: RequestID = random.id()
        try await leave(.accountDeletedHere(choice), choice) { token throws(CallFailure) in
            _ = try await auth.call(
                AccountDelete.self, .init(challengeId: challenge, code: code, requestId: request), token: token)
        }
    }

    /// Remembers the choice, sends the request, applies the fate; a repeated request whose session is already gone counts
    /// as sent. Only a request that surely did nothing takes the choice back: where the answer was lost, the next refusal
    /// may be its effect.
    private func leave(
        _ event: SecretEvent, _ choice: SecretChoice, _ request: (AccessToken) async throws(CallFailure) -> Void
    ) async throws(DeviceFault) {
        let before = try await current().leaving
        try await note { $0.leaving = choice }
        do {
            try await withSession(request)
        } catch {
            if try await current().accountId == nil { return }
            if !error.mayHaveTakenEffect { try await note { $0.leaving = before } }
            throw error
        }
        try await apply(event, saying: Self.farewell(event, choice))
    }

    private func pushBeforeLeaving() async throws(DeviceFault) {
        guard try await current().standing?.canSync == true else { return }
        _ = try? await sync()
    }
}
