import Contracts
import JSONRPC
import Primitives

extension Device {
    /// Exchanges the refresh token for the next pair of tokens. After a lost answer the same call succeeds again.
    @discardableResult
    public func refresh() async throws(DeviceFault) -> Profile { try await refresh(store.profile().session) }

    /// Refreshes the tokens of one session. If another call has refreshed them meanwhile, its tokens stay.
    ///
    /// The id of the request is stored before it is sent. Calls at the same time, and a repetition after a lost answer or
    /// a restart of the app, have the same id and get the same tokens.
    func refresh(_ session: SessionIdentity) async throws(DeviceFault) -> Profile {
        let new: RequestID = random.id(), began = clock.now
        let profile = try await store.changeProfile(of: session) { profile in
            if profile.refreshToken != nil { profile.refreshRequestID = profile.refreshRequestID ?? new }
        }
        guard let token = profile.refreshToken else { throw profile.signedOutFault }
        let grant: SessionGrant
        do {
            grant = try await applyingConsequences(to: session) { () throws(CallFailure) in
                try await auth.call(
                    SessionRefresh.self, .init(refreshToken: token, requestId: profile.refreshRequestID))
            }
        } catch {
            guard error.saysTokenIsSuperseded else { throw error }
            let current = try await store.profile()
            guard current.session == session, current.refreshToken != token, current.accessToken != nil else {
                throw error
            }
            return current
        }
        await removeRefutedDeparture(of: profile, callBegunAt: began)
        return try await store.write(of: session) { transaction in
            if transaction.profile.refreshToken == token { try transaction.signIn(grant) }
            return transaction.profile
        }
    }
}

extension DeviceFault {
    /// True if auth refused a refresh token because another call or process has stored a newer one, or will store it.
    fileprivate var saysTokenIsSuperseded: Bool {
        guard case .call(let failure) = self else { return false }
        return failure.fault?.isKind(.refreshSuperseded) ?? false
    }
}
