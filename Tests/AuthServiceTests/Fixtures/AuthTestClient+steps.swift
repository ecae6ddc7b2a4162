import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support

/// The steps tests take to get to where they begin.
extension AuthTestClient {
    static let phone = "+4915112345678"

    /// Asks for a code and reads it from the inbox.
    func requestCode(
        _ fixture: AuthServiceFixture, to phone: String = phone, _ purpose: CodePurpose = .login
    ) async throws -> (challenge: ChallengeID, code: OneTimeCode) {
        let answer = try await call(OTPRequest.self, .init(phone: phone, purpose: purpose))
        return (answer.challengeId, try await fixture.code(for: phone))
    }

    /// Starts a registration and reads its code.
    func start(
        _ fixture: AuthServiceFixture, _ phone: String = phone, group: String = "fieldwork"
    ) async throws -> (challenge: ChallengeID, code: OneTimeCode) {
        guard let group = GroupID(rawValue: group) else { throw Stuck(group) }
        let answer = try await call(
            RegistrationStart.self, .init(phone: phone, group: group, deviceName: name))
        return (answer.challengeId, try await fixture.code(for: phone))
    }

    /// Registers a number on this device; it then holds the session. A minute passes.
    @discardableResult
    func register(
        _ fixture: AuthServiceFixture, _ phone: String = phone, group: String = "fieldwork"
    ) async throws -> SessionGrant {
        let (challenge, code) = try await start(fixture, phone, group: group)
        let answer = try await call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        session = answer.session
        fixture.clock.advance(by: .seconds(61))
        return answer.session
    }

    /// Logs this device in; it then holds the session. A minute passes.
    @discardableResult
    func login(_ fixture: AuthServiceFixture, _ phone: String = phone) async throws -> OTPVerify.Answer {
        let (challenge, code) = try await requestCode(fixture, to: phone)
        let answer = try await call(
            OTPVerify.self, .init(challengeId: challenge, code: code, deviceName: name))
        session = answer.session
        fixture.clock.advance(by: .seconds(61))
        return answer
    }

    /// Refreshes; it then holds the new pair.
    @discardableResult
    func refresh() async throws -> SessionGrant {
        guard let session else { throw Stuck("no session") }
        let next = try await call(SessionRefresh.self, .init(refreshToken: session.refreshToken))
        self.session = next
        return next
    }

    /// Lets a waiting device in from this one.
    func admit(_ other: AuthTestClient) async throws {
        guard let waiting = other.session, let digits = waiting.digits else { throw Stuck("nobody waits") }
        _ = try await call(SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: digits))
        try await other.refresh()
    }

    /// Makes this device an operator's, logged in.
    func becomeOperator(_ fixture: AuthServiceFixture, _ phone: String = "+4915100000001", of groups: [String])
        async throws
    {
        guard let number = E164(parsing: phone) else { throw Stuck(phone) }
        _ = try await fixture.auth.makeOperator(phone: number, groups: groups.compactMap { GroupID(rawValue: $0) })
        try await login(fixture, phone)
    }
}
