import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support

extension SessionGrant {
    /// The account; an identifier of no account for the grant of an unproven session.
    var account: AccountID { accountId ?? AccountID(bits: 0) }
}

/// The steps that bring a device to the state a test starts from.
extension AuthTestClient {
    static let phone = "+4915112345678"

    /// Requests a code and reads it from the inbox.
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
        guard let group = GroupID(rawValue: group) else { throw PreparationFailure(group) }
        let answer = try await call(
            RegistrationStart.self, .init(phone: phone, group: group, deviceName: DeviceName(rawValue: name)))
        return (answer.challengeId, try await fixture.code(for: phone))
    }

    /// Registers a phone number on this device, keeps the session, and advances the clock by 61 s.
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

    /// Logs this device in, keeps the session, and advances the clock by 61 s.
    @discardableResult
    func login(
        _ fixture: AuthServiceFixture, _ phone: String = phone, showing secret: EnrolmentSecret? = nil
    ) async throws -> OTPVerify.Answer {
        let (challenge, code) = try await requestCode(fixture, to: phone)
        let answer = try await call(
            OTPVerify.self,
            .init(challengeId: challenge, code: code, deviceName: DeviceName(rawValue: name), enrolmentSecret: secret))
        session = answer.session
        fixture.clock.advance(by: .seconds(61))
        return answer
    }

    /// Refreshes the session and keeps the new tokens.
    @discardableResult
    func refresh() async throws -> SessionGrant {
        guard let session else { throw PreparationFailure("no session") }
        let next = try await call(
            SessionRefresh.self, .init(refreshToken: session.refreshToken, requestId: random.id()))
        self.session = next
        return next
    }

    /// Deletes the account of this phone number, confirmed by a code.
    func deleteAccount(_ fixture: AuthServiceFixture, _ phone: String = phone) async throws {
        let (challenge, code) = try await requestCode(fixture, to: phone, .deleteAccount)
        _ = try await call(AccountDelete.self, .init(challengeId: challenge, code: code))
    }

    /// Admits another device from this one.
    func admit(_ other: AuthTestClient, confirmation: GivenConfirmation? = nil) async throws {
        guard let waiting = other.session, let digits = waiting.digits else { throw PreparationFailure("nobody waits") }
        _ = try await call(
            SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: digits, confirmation: confirmation))
        try await other.refresh()
    }

    /// Creates the account of an operator with this phone number, logs in to it on this device with the enrolment secret, and
    /// makes the PIN and the second factor that the login asks for.
    func becomeOperator(_ fixture: AuthServiceFixture, _ phone: String = "+4915100000001", of groups: [String])
        async throws
    {
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: phone, groups: groups.compactMap { GroupID(rawValue: $0) }))
        try await login(fixture, phone, showing: enrolled.enrolmentSecret)
        try await makeOperatorSecrets(fixture)
    }

    /// How an operator sees a person with an approval status; nil if they do not have it.
    func pending(_ person: AuthTestClient, _ status: ApprovalStatus) async throws -> PendingPerson? {
        let account = person.session?.account
        return try await call(ApprovalPending.self, .init(status: status)).people.first { $0.accountId == account }
    }

    /// Decides as an operator about a person.
    func approve(_ person: AuthTestClient, _ status: ApprovalStatus = .approvedForSyncing) async throws {
        for present in ApprovalStatus.allCases {
            guard let found = try await pending(person, present) else { continue }
            _ = try await call(
                ApprovalDecide.self,
                .init(
                    accountId: found.accountId, version: found.version, status: status,
                    reason: status == .disapprovedForSyncing ? "unknown here" : nil))
            return
        }
        throw PreparationFailure("the operator does not see the person")
    }
}
