public import Contracts
import JSONRPC
import Machines
import TimeAndChance
public import Vocabulary

extension Device {
    /// Begins a registration; a code is on its way, or none is needed.
    public func register(phone: String, group: GroupID) async throws(DeviceFault) -> RegistrationStart.Answer {
        let answer = try await authCall(
            RegistrationStart.self, .init(phone: phone, group: group, deviceName: name, requestId: dice.id()))
        try await note { profile in
            profile.phone = phone
            profile.challenge = answer.challengeId
            profile.purpose = "registration"
            profile.login = .otpRequested
        }
        return answer
    }

    /// Asks for a login code; the token is dropped, as seed 0's "OTP Requested" says.
    public func login(phone: String) async throws(DeviceFault) -> OTPRequest.Answer {
        let answer = try await authCall(
            OTPRequest.self, .init(phone: phone, purpose: .login, requestId: dice.id()))
        try await note { profile in
            profile.phone = phone
            profile.challenge = answer.challengeId
            profile.purpose = "login"
            profile.login = .otpRequested
            profile.accessToken = nil
            profile.refreshToken = nil
        }
        return answer
    }

    /// Answers the code that is awaited, and opens the session.
    public func confirm(code: OneTimeCode?) async throws(DeviceFault) -> Profile {
        let profile = try await current()
        guard let challenge = profile.challenge else { throw .noChallenge }
        let grant: SessionGrant
        if profile.purpose == "registration" {
            grant = try await authCall(
                RegistrationConfirm.self, .init(challengeId: challenge, code: code, requestId: dice.id())
            ).session
        } else {
            guard let code else { throw .argument("a login needs its code") }
            grant = try await authCall(
                OTPVerify.self, .init(challengeId: challenge, code: code, deviceName: name, requestId: dice.id())
            ).session
        }
        return try await note { $0.signIn(grant) }
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
        let request: RequestID = dice.id()
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
    /// Takes a session in; what the device has followed of another account's vault is forgotten.
    mutating func signIn(_ grant: SessionGrant) {
        if accountId != grant.accountId {
            cursor = nil
            head = DecimalInt64(0)
        }
        accountId = grant.accountId
        sessionId = grant.sessionId
        accessToken = grant.accessToken
        refreshToken = grant.refreshToken
        challenge = nil
        purpose = nil
        login = .loggedIn
        approval = grant.approval
        isUnproven = grant.scope.contains("unproven")
        digits = grant.digits
        notice = nil
        leaving = nil
    }
}
