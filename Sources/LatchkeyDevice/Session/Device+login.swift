public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Requests a login code. The session's tokens are dropped, as the user states document says of OTP Requested.
    ///
    /// - Parameter enrolmentSecret: an operator's secret, which ``confirm(code:recoveryCode:)`` shows beside the code. It is kept in the
    ///   encrypted store until the sign-in, or until the next call of this method.
    public func login(
        phone: String, enrolmentSecret: EnrolmentSecret? = nil
    ) async throws(DeviceFault) -> OTPRequest.Answer {
        try await requireNoChild()
        return try await callOnce(OTPRequest.self, lifetime: .minutes(5)) { [language] request in
            .init(phone: phone, purpose: .login, language: language, requestId: request)
        } store: { answer, transaction in
            transaction.profile.phone = phone
            transaction.profile.challenge = answer.challengeId
            transaction.profile.purpose = .login
            transaction.profile.enrolmentSecret = enrolmentSecret
            transaction.profile.login = .otpRequested
            transaction.profile.accessToken = nil
            transaction.profile.refreshToken = nil
            transaction.profile.refreshRequestID = nil
            transaction.profile.move(.sessionExpired)
        }.answer
    }

    /// Completes the registration or the login in progress with the code from the message, and opens a session. After a
    /// lost answer the same code opens the same session.
    ///
    /// - Parameters:
    ///   - code: nil where the facility group confirms registrations without a code.
    ///   - recoveryCode: a recovery code that admits this new device in the same call. It is stored nowhere, and a
    ///     registration does not send it. If it is wrong, no session is opened and the same code can be given again.
    public func confirm(code: OneTimeCode?, recoveryCode: RecoveryCode? = nil) async throws(DeviceFault) -> Profile {
        let profile = try await store.profile()
        guard let challenge = profile.challenge else { throw .noChallenge }
        if profile.purpose == .registration {
            return try await callOnce(RegistrationConfirm.self, lifetime: .minutes(10)) { request in
                .init(challengeId: challenge, code: code, requestId: request)
            } store: { answer, transaction in
                // The lock stays: the account may have its PIN still, and whoever has the phone and its SIM card could
                // open it. A blocked person, whose PIN was deleted, makes another one.
                transaction.profile.isRegistering = true
                try transaction.signIn(answer.session, next: answer.next)
            }.profile
        }
        guard let code else { throw .codeMissing }
        return try await callOnce(OTPVerify.self, lifetime: .minutes(10)) { [name] request in
            .init(
                challengeId: challenge, code: code, deviceName: DeviceName(reducing: name),
                enrolmentSecret: profile.enrolmentSecret, recoveryCode: recoveryCode, requestId: request)
        } store: { answer, transaction in
            try transaction.signIn(answer.session, next: answer.next)
        }.profile
    }
}
