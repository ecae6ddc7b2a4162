import Contracts
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// Calls a method of auth that must take effect once, also when its answer is lost.
    ///
    /// The request id is stored before the request is sent. It is removed by the transaction that stores the answer, or
    /// after a failure that certainly had no effect. If the answer is lost, or this process ends before storing it, the
    /// same call within `lifetime` carries the same id again and auth repeats its first answer.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which the first answer stays useful; a later call carries a new id.
    ///   - needsSession: true for a method that takes the session's access token.
    ///   - isRepeatable: true for an answer that is stored nowhere and that the person may not have seen: the same call
    ///     within `lifetime` gets the same answer.
    ///   - params: makes the params with a request id, or without one for the digest that compares requests.
    ///   - store: applies the answer. It does not run if meanwhile the session has changed or another request was
    ///     made.
    /// - Returns: the answer, the profile afterwards, and true if the call carried the id of an earlier one.
    /// - Throws: `DeviceFault.sessionChanged` in that case, and the call's failure.
    func callOnce<M: Method>(
        _ method: M.Type, lifetime: Duration, needsSession: Bool = false, isRepeatable: Bool = false,
        _ params: (RequestID?) -> M.Params,
        store apply: @Sendable @escaping (M.Answer, inout StoreTransaction) throws -> Void
    ) async throws(DeviceFault) -> (answer: M.Answer, profile: Profile, isRepeated: Bool) {
        let digest = try digest(method, params(nil))
        let new = PendingRequest(digest: digest, id: random.id(), sentAt: clock.now)
        let (pending, session) = try await store.write { [clock] transaction in
            let session = transaction.profile.session
            if let earlier = transaction.profile.pendingRequest, earlier.digest == digest,
                clock.now < earlier.sentAt + lifetime
            {
                return (earlier, session)
            }
            transaction.profile.pendingRequest = new
            return (new, session)
        }
        let answer: M.Answer
        do {
            let sent = params(pending.id)
            answer =
                needsSession
                ? try await withSession(session) { token throws(CallFailure) in
                    try await auth.call(method, sent, token: token)
                }
                : try await callWithoutSession(method, sent)
        } catch {
            if !error.mayHaveTakenEffect {
                try await store.changeProfile { if $0.pendingRequest == pending { $0.pendingRequest = nil } }
            }
            throw error
        }
        let profile = try await store.write(of: session) { transaction in
            guard [nil, pending].contains(transaction.profile.pendingRequest) else { throw DeviceFault.sessionChanged }
            if !isRepeatable { transaction.profile.pendingRequest = nil }
            try apply(answer, &transaction)
            return transaction.profile
        }
        return (answer, profile, isRepeated: pending != new)
    }

    /// Calls a method of auth that brings about a state, such as the end of an access, whatever the state was before.
    ///
    /// Each call carries a request id of its own. The answer to an earlier one would say that the state was reached then,
    /// although somebody may have changed it since. Where the answer to the same call was lost within 20 hours, the
    /// refusal that finds nothing to do is a success.
    ///
    /// - Parameters:
    ///   - nothingToDo: that refusal; nil for a method that succeeds then.
    ///   - params: makes the params with a request id, or without one.
    ///   - store: applies the answer.
    func callAnew<M: Method>(
        _ method: M.Type, nothingToDo: FaultKind? = nil, _ params: (RequestID?) -> M.Params,
        store apply: @Sendable @escaping (inout StoreTransaction) throws -> Void = { _ in }
    ) async throws(DeviceFault) where M.Answer == Nothing {
        let former = try await store.profile(), digest = try digest(method, params(nil))
        let wasLost = former.pendingRequest.map { $0.digest == digest && clock.now < $0.sentAt + .hours(20) } ?? false
        do throws(DeviceFault) {
            _ = try await callOnce(method, lifetime: .zero, needsSession: true, params) { try apply(&$1) }
        } catch {
            guard wasLost, let nothingToDo, error.isRefusal(nothingToDo) else { throw error }
            try await store.write(of: former.session) { try apply(&$0) }
        }
    }

    /// Returns the digest that tells whether two requests are the same. What a PIN makes is left out, so that whoever has
    /// the store and its key cannot test guesses; the challenge of a proof tells such requests apart.
    ///
    /// - Parameter params: the params without a request id.
    func digest<M: Method>(_ method: M.Type, _ params: M.Params) throws(DeviceFault) -> String {
        guard let plain = try? WireEncoder().encode(params) else {
            throw .call(.unreadable(status: 0, reason: "the request cannot be written as JSON"))
        }
        return store.cipher.digest(method: M.name, params: Self.withoutPIN(plain).canonical())
    }

    private static func withoutPIN(_ json: JSON) -> JSON {
        guard case .object(let object) = json else { return json }
        return .object(
            JSONObject(object.filter { !madeByPIN.contains($0.key) }.map { ($0.key, withoutPIN($0.value)) }))
    }

    /// The members of params that are computed from a PIN.
    private static let madeByPIN: Set = ["proof", "newProof", "publicKey", "newPublicKey", "pinProof"]

    private func callWithoutSession<M: Method>(
        _ method: M.Type, _ params: M.Params
    ) async throws(DeviceFault) -> M.Answer {
        do {
            return try await auth.call(method, params)
        } catch {
            throw .call(error)
        }
    }
}
