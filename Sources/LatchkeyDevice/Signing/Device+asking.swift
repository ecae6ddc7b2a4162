import Contracts
import JSONRPC
import Primitives
import StrictJSON

extension Device {
    /// Asks auth for something that takes effect once.
    ///
    /// The request's id is stored before it is sent and stays until it is answered; the answer is taken in by the same
    /// transaction that forgets the id. So an answer that was lost, or that this process did not live to store, comes
    /// again when the person asks again.
    ///
    /// - Parameters:
    ///   - lasting: how long the first answer is still of use; what is asked later is asked anew.
    ///   - params: the params with that id, or with none.
    func askOnce<M: Method>(
        _ method: M.Type, lasting: Duration, _ params: (RequestID?) -> M.Params,
        take: @Sendable @escaping (M.Answer, inout Profile) -> Void
    ) async throws(DeviceFault) -> (answer: M.Answer, profile: Profile) {
        guard let bare = try? WireEncoder().encode(params(nil)).canonical() else {
            throw .argument("the request cannot be written as JSON")
        }
        let content = Base64URL.encode(store.sealing.tag(Array(M.name.utf8), bare))
        let fresh = Asked(content: content, request: random.id(), at: clock.now)
        let asked = try await store.change { [clock] _, _, profile in
            if let asked = profile.asked, asked.content == content, clock.now < asked.at + lasting { return asked }
            profile.asked = fresh
            return fresh
        }
        do {
            let answer = try await auth.call(method, params(asked.request))
            let profile = try await note { profile in
                profile.asked = nil
                take(answer, &profile)
            }
            return (answer, profile)
        } catch let failure as CallFailure {
            if !failure.mayHaveTakenEffect { try await note { $0.asked = nil } }
            throw .call(failure)
        } catch {
            throw DeviceFault(storing: error)
        }
    }
}
