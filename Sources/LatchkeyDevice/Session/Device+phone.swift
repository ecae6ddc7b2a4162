public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Asks for a new, empty account on the number that a code has proven here, whose account nobody uses any more. The
    /// session is unproven.
    ///
    /// - Returns: the moment from which a login of this device opens the new account.
    public func startEmpty() async throws(DeviceFault) -> Instant {
        try await withSession { token throws(CallFailure) in
            try await auth.call(AccountStartEmpty.self, Nothing(), token: token)
        }.takesEffectAtMs
    }

    /// Requests the code that proves a new number of the account.
    public func requestPhoneChange(to phone: String) async throws(DeviceFault) -> OTPRequest.Answer {
        _ = try await ownSession()
        return try await callOnce(OTPRequest.self, lifetime: .minutes(5)) { [language] request in
            .init(phone: phone, purpose: .changePhone, language: language, requestId: request)
        } store: { answer, transaction in
            transaction.profile.newPhone = phone
            transaction.profile.newPhoneChallenge = answer.challengeId
        }.answer
    }

    /// Gives the account the number that ``requestPhoneChange(to:)`` has asked about. After a lost answer the same call gets
    /// the same answer.
    ///
    /// - Parameter code: the code that was sent to the new number.
    /// - Returns: the moment until which this can be undone; nil if the account had no number.
    public func changePhone(
        code: OneTimeCode, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> Instant? {
        let profile = try await store.profile()
        guard let phone = profile.newPhone, let challenge = profile.newPhoneChallenge else { throw .noChallenge }
        return try await confirmed(by: confirming, for: .changePhone, lifetime: .hours(20)) {
            confirmation throws(DeviceFault) in
            try await callOnce(AccountChangePhone.self, lifetime: .hours(20), needsSession: true) { request in
                .init(
                    phone: phone, challengeId: challenge, code: code, confirmation: confirmation, requestId: request)
            } store: { _, transaction in
                transaction.profile.phone = phone
                transaction.profile.newPhone = nil
                transaction.profile.newPhoneChallenge = nil
            }.answer.undoableUntilMs
        }
    }

    /// Gives the account its former number back.
    public func undoPhoneChange(_ confirming: Confirming? = nil) async throws(DeviceFault) {
        try await confirmed(by: confirming, for: .changePhone, lifetime: .hours(20)) {
            confirmation throws(DeviceFault) in
            _ = try await callOnce(AccountUndoChangePhone.self, lifetime: .hours(20), needsSession: true) { request in
                .init(confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }
        }
        let session = try await store.profile().session
        let account = try await withSession(session) { token throws(CallFailure) in
            try await auth.call(AccountMe.self, Nothing(), token: token)
        }
        try await store.changeProfile(of: session) { $0.phone = account.phone ?? $0.phone }
    }
}
