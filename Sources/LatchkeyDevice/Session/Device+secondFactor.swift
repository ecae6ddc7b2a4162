public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Gives the account an authenticator, which ``confirmSecondFactor(_:)`` completes. Its secret is stored nowhere on this
    /// device. The same call within ten minutes gets the same secret.
    public func makeSecondFactor(
        _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> SecondFactorEnroll.Answer {
        try await confirmed(by: confirming, for: .makeSecondFactor, lifetime: .minutes(10), isRepeatable: true) {
            confirmation throws(DeviceFault) in
            try await callOnce(
                SecondFactorEnroll.self, lifetime: .minutes(10), needsSession: true, isRepeatable: true
            ) { request in
                .init(confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }.answer
        }
    }

    /// Completes the authenticator by its first code. From then on logins ask for it, if it counts.
    public func confirmSecondFactor(_ code: AuthenticatorCode) async throws(DeviceFault) -> Profile {
        _ = try await callOnce(SecondFactorConfirm.self, lifetime: .hours(20), needsSession: true) { request in
            .init(code: code, requestId: request)
        } store: { _, _ in
        }
        return try await widened()
    }

    /// Passes the second factor of a login by a code of it.
    public func passSecondFactor(_ code: AuthenticatorCode) async throws(DeviceFault) -> Profile {
        try await passSecondFactor(code, nil)
    }

    /// Passes the second factor of a login by a recovery code, which is used up.
    public func passSecondFactor(by code: RecoveryCode) async throws(DeviceFault) -> Profile {
        try await passSecondFactor(nil, code)
    }

    /// Removes the authenticator of the account. A code by message does not confirm this.
    public func removeSecondFactor(_ confirming: Confirming? = nil) async throws(DeviceFault) {
        try await confirmed(by: confirming, for: .makeSecondFactor, lifetime: .hours(20)) {
            confirmation throws(DeviceFault) in
            _ = try await callOnce(SecondFactorDisable.self, lifetime: .hours(20), needsSession: true) { request in
                .init(confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }
        }
    }

    private func passSecondFactor(
        _ code: AuthenticatorCode?, _ recoveryCode: RecoveryCode?
    ) async throws(DeviceFault) -> Profile {
        _ = try await callOnce(SecondFactorVerify.self, lifetime: .hours(20), needsSession: true) { request in
            .init(code: code, recoveryCode: recoveryCode, requestId: request)
        } store: { _, _ in
        }
        return try await widened()
    }

    /// Gets the wider tokens of a session that has waited for its second factor. If that fails, the next refresh gets them.
    private func widened() async throws(DeviceFault) -> Profile {
        let profile = try await store.profile()
        guard profile.nextStep == .secondFactor else { return profile }
        return (try? await refresh(profile.session)) ?? profile
    }
}
