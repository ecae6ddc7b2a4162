public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Makes a call that needs a session. An expired access token is refreshed once; the consequences of any other
    /// failure are applied to the store before the failure is thrown.
    func withSession<T: Sendable>(
        _ call: (AccessToken) async throws(CallFailure) -> T
    ) async throws(DeviceFault) -> T {
        guard let token = try await store.profile().accessToken else { throw .signedOut }
        do {
            return try await call(token)
        } catch {
            guard error.fault?.name == "tokenExpired" else {
                try await applyConsequences(of: error)
                throw .call(error)
            }
        }
        guard let fresh = try await refresh().accessToken else { throw .signedOut }
        return try await applyingConsequences { () throws(CallFailure) in try await call(fresh) }
    }

    /// Calls a method of the vault with this session's token.
    func callVault<M: Method>(_ method: M.Type, _ params: M.Params) async throws(DeviceFault) -> M.Answer {
        try await withSession { token throws(CallFailure) in
            try await vault.call(method, params, headers: { _ in [.bearer(token)] })
        }
    }

    private func applyingConsequences<T: Sendable>(
        _ call: () async throws(CallFailure) -> T
    ) async throws(DeviceFault) -> T {
        do {
            return try await call()
        } catch {
            try await applyConsequences(of: error)
            throw .call(error)
        }
    }

    /// Exchanges the refresh token for the next pair of tokens. After a lost answer the same call succeeds again.
    @discardableResult
    public func refresh() async throws(DeviceFault) -> Profile {
        guard let token = try await store.profile().refreshToken else { throw .signedOut }
        let grant = try await applyingConsequences { () throws(CallFailure) in
            try await auth.call(SessionRefresh.self, .init(refreshToken: token))
        }
        return try await store.changeProfile { $0.signIn(grant) }
    }

    /// Asks auth for the session's status and stores it; a session that has just been admitted gets new tokens.
    public func status() async throws(DeviceFault) -> Profile {
        let answer = try await withSession { token throws(CallFailure) in
            try await auth.call(SessionStatus.self, Nothing(), token: token)
        }
        let profile = try await store.changeProfile { profile in
            profile.approval = answer.approval
            profile.digits = answer.digits
            if profile.login == .otpRequested || profile.login == .unauthorized { profile.login = .loggedIn }
        }
        let isAdmitted = profile.isUnproven && !answer.scope.contains(Open(.unproven))
        return isAdmitted ? try await refresh() : profile
    }

    /// Returns the account's sessions, also those that wait to be admitted.
    public func sessions() async throws(DeviceFault) -> [SessionView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(SessionList.self, Nothing(), token: token)
        }.sessions
    }

    /// Admits a waiting session.
    ///
    /// - Parameter digits: the two digits that the person has compared on both screens.
    public func admit(_ session: SessionID, digits: String) async throws(DeviceFault) {
        let request: RequestID = random.id()
        _ = try await withSession { token throws(CallFailure) in
            try await auth.call(
                SessionAdmit.self, .init(sessionId: session, digits: digits, requestId: request), token: token)
        }
    }
}
