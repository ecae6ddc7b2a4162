import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support

/// The steps by which a person confirms acts on their account.
extension AuthTestClient {
    /// Makes recovery codes.
    @discardableResult
    func makeCodes(_ confirmation: GivenConfirmation? = nil) async throws -> [RecoveryCode] {
        try await call(AccountRecoveryCodes.self, .init(confirmation: confirmation)).codes
    }

    /// Requests a one-time code that confirms an act, advances the clock by 61 s, and refreshes a session whose access
    /// token is about to expire.
    func message(
        _ fixture: AuthServiceFixture, _ purpose: CodePurpose = .removeDevice, to phone: String = phone
    ) async throws -> GivenConfirmation {
        let (challenge, code) = try await requestCode(fixture, to: phone, purpose)
        fixture.clock.advance(by: .seconds(61))
        if let session, session.digits == nil, fixture.clock.now + .seconds(61) >= session.expiresAtMs {
            try await refresh()
        }
        return GivenConfirmation(challengeId: challenge, code: code)
    }

    /// A number that an account may be given.
    static let otherPhone = "+4915198765432"

    /// The params that give the account another number, which a code proves.
    func phoneChange(
        _ fixture: AuthServiceFixture, to number: String = otherPhone, _ confirmation: GivenConfirmation? = nil
    ) async throws -> AccountChangePhone.Params {
        let proof = try await message(fixture, .changePhone, to: number)
        guard let challenge = proof.challengeId, let code = proof.code else { throw PreparationFailure("no code") }
        return .init(phone: number, challengeId: challenge, code: code, confirmation: confirmation)
    }

    /// Logs in, and admits this device by a recovery code.
    func logInWithRecoveryCode(_ fixture: AuthServiceFixture, _ code: RecoveryCode) async throws {
        try await login(fixture)
        _ = try await call(SessionAdmitByRecoveryCode.self, .init(code: code))
        try await refresh()
    }

    /// The identifier of this device.
    var device: DeviceID { session?.deviceId ?? DeviceID(bits: 0) }

    /// The kinds of the account's notices, the newest first.
    func noticeKinds() async throws -> [NoticeKind] {
        try await call(AccountNotices.self, Nothing()).notices.compactMap(\.kind.value)
    }

    /// True if the device has a session that is admitted.
    func isIn() async throws -> Bool { try await refusal(AccountMe.self, Nothing()) == nil }
}

extension RecoveryCode {
    var confirmation: GivenConfirmation { GivenConfirmation(recoveryCode: self) }

    /// A code that nobody has.
    static let wrong = RecoveryCode(bytes: [UInt8](repeating: 7, count: 10))
}

/// A person with two admitted devices and recovery codes made at registration.
struct TwoDevices {
    let fixture: AuthServiceFixture, phone: AuthTestClient, tablet: AuthTestClient, codes: [RecoveryCode]

    init(rotatesKeys: Bool = false, _ configure: (inout AuthSettings) -> Void = { _ in }) async throws {
        let fixture = try await AuthServiceFixture(rotatesKeys: rotatesKeys) {
            $0.sendLimits.perNumber = []
            configure(&$0)
        }
        try await self.init(in: fixture)
    }

    init(in fixture: AuthServiceFixture, group: String = "fieldwork") async throws {
        self.fixture = fixture
        phone = fixture.client("phone")
        tablet = fixture.client("tablet")
        try await phone.register(fixture, group: group)
        codes = try await phone.makeCodes()
        try await tablet.login(fixture)
        try await phone.admit(tablet)
    }
}
