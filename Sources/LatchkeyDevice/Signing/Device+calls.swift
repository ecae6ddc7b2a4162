import Domain
import JSONRPC
import Primitives

extension Device {
    /// Runs a call that needs a session: an expired token is refreshed once, a refusal is learnt from.
    func withSession<T: Sendable>(
        _ call: (AccessToken) async throws(CallFailure) -> T
    ) async throws(DeviceFault) -> T {
        guard let token = try await current().accessToken else { throw .signedOut }
        do {
            return try await call(token)
        } catch {
            guard error.fault?.name == "tokenExpired" else {
                try await learn(error)
                throw .call(error)
            }
        }
        guard let fresh = try await refresh().accessToken else { throw .signedOut }
        do {
            return try await call(fresh)
        } catch {
            try await learn(error)
            throw .call(error)
        }
    }

    /// Runs a call, learning from its refusal.
    func learning<T: Sendable>(_ call: () async throws(CallFailure) -> T) async throws(DeviceFault) -> T {
        do {
            return try await call()
        } catch {
            try await learn(error)
            throw .call(error)
        }
    }

    /// The profile as stored.
    func current() async throws(DeviceFault) -> Profile {
        try await store.profile()
    }

    /// Changes the profile.
    @discardableResult
    func note(_ change: @Sendable @escaping (inout Profile) -> Void) async throws(DeviceFault) -> Profile {
        try await store.changeProfile(change)
    }
}

extension SyncRefusal {
    /// What a failed call means for the person's secrets (DEVICE.md): only faults that auth recorded can delete.
    init(_ failure: CallFailure) {
        switch failure {
        case .refused(let fault):
            self = SyncRefusal(rawValue: fault.name) ?? (fault.status == 401 ? .foreign401 : .otherFault)
            // A row that calls for 401 and came without it, or the reverse, is not a positive no.
            if isPositiveNo, fault.status != 401 { self = .otherFault }
        case .unreachable: self = .networkError
        case .unreadable(401, _): self = .foreign401
        case .unreadable: self = .serverError
        }
    }

    private var isPositiveNo: Bool {
        switch self {
        case .sessionRevoked, .deviceRevoked, .refreshReused, .pinReset, .loggedInElsewhere, .movedFacilityGroup,
            .loginRequired, .sessionExpired, .tokenExpired, .foreign401:
            true
        case .blocked, .locked, .waitingForApproval, .disapprovedForSyncing, .secondFactorRequired, .pinRequired,
            .otherFault, .networkError, .serverError, .unavailable:
            false
        }
    }
}
