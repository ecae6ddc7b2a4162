public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Asks for a login code; the token is dropped, as seed 0's "OTP Requested" says.
    public func login(phone: String) async throws(DeviceFault) -> OTPRequest.Answer {
        try await askOnce(OTPRequest.self, lasting: .minutes(5)) { request in
            .init(phone: phone, purpose: .login, requestId: request)
        } take: { answer, profile in
            profile.phone = phone
            profile.challenge = answer.challengeId
            profile.purpose = "login"
            profile.login = .otpRequested
            profile.accessToken = nil
            profile.refreshToken = nil
        }.answer
    }

    /// Answers the code that is awaited, and opens the session; the same code again opens it where the answer was lost.
    public func confirm(code: OneTimeCode?) async throws(DeviceFault) -> Profile {
        let profile = try await current()
        guard let challenge = profile.challenge else { throw .noChallenge }
        if profile.purpose == "registration" {
            return try await askOnce(RegistrationConfirm.self, lasting: .minutes(10)) { request in
                .init(challengeId: challenge, code: code, requestId: request)
            } take: { answer, profile in
                profile.signIn(answer.session)
            }.profile
        }
        guard let code else { throw .argument("a login needs its code") }
        return try await askOnce(OTPVerify.self, lasting: .minutes(10)) { [name] request in
            .init(challengeId: challenge, code: code, deviceName: name, requestId: request)
        } take: { answer, profile in
            profile.signIn(answer.session)
        }.profile
    }

    /// Asks auth where this session stands, and takes wider tokens when a gate has been passed.
    public func status() async throws(DeviceFault) -> Profile {
        let answer = try await withSession { token throws(CallFailure) in
            try await auth.call(SessionStatus.self, Nothing(), token: token)
        }
        let before = try await note { profile in
            profile.approval = answer.approval
            profile.digits = answer.digits
            if profile.login == .otpRequested || profile.login == .unauthorized { profile.login = .loggedIn }
        }
        let passed = before.isUnproven && !answer.scope.contains("unproven")
        return passed ? try await refresh() : before
    }

    /// The account's sessions, and the devices that wait to be admitted.
    public func sessions() async throws(DeviceFault) -> [SessionView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(SessionList.self, Nothing(), token: token)
        }.sessions
    }

    /// Admits a waiting device whose two digits the person has compared.
    public func admit(_ session: SessionID, digits: String) async throws(DeviceFault) {
        let request: RequestID = random.id()
        _ = try await withSession { token throws(CallFailure) in
            try await auth.call(
                SessionAdmit.self, .init(sessionId: session, digits: digits, requestId: request), token: token)
        }
    }

    /// Turns the refresh token into the next pair; a lost answer is repaired by asking again.
    @discardableResult
    public func refresh() async throws(DeviceFault) -> Profile {
        let profile = try await current()
        guard let token = profile.refreshToken else { throw .signedOut }
        let grant = try await learning { () throws(CallFailure) in
            try await auth.call(SessionRefresh.self, .init(refreshToken: token))
        }
        return try await note { $0.signIn(grant) }
    }
}

extension Profile {
    /// Takes a session in; what the device has followed of another account's vault is forgotten. New tokens of the session
    /// there is leave alone what is awaited and what was chosen.
    mutating func signIn(_ grant: SessionGrant) {
        if accountId != grant.accountId {
            cursor = nil
            head = DecimalInt64(0)
        }
        if sessionId != grant.sessionId {
            asked = nil
            challenge = nil
            purpose = nil
            notice = nil
            leaving = nil
        }
        accountId = grant.accountId
        sessionId = grant.sessionId
        accessToken = grant.accessToken
        refreshToken = grant.refreshToken
        login = .loggedIn
        approval = grant.approval
        isUnproven = grant.scope.contains("unproven")
        digits = grant.digits
    }
}
