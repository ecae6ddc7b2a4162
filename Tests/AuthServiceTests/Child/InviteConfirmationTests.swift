import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

/// The invites that bring somebody else to a child who may have secrets: for another parent, and for another device. A code by
/// message confirms none of them.
@Suite struct `The confirmation of an invite` {
    /// A method that makes such an invite, for a child whose device is locked.
    struct Act: CustomTestStringConvertible, Sendable {
        let name: String
        let refusal: @Sendable (Family, GivenConfirmation?) async throws -> RemoteFault?
        var testDescription: String { name }

        init<M: Method>(_ method: M.Type) where M.Params == InviteParams {
            name = M.name
            refusal = { family, given in
                try await family.parent.refusal(method, InviteParams(childId: family.child, confirmation: given))
            }
        }
    }

    enum Means: CaseIterable, Sendable { case recoveryCode, pin, secondFactor }

    static let acts = [Act(ChildInvite.self), Act(ChildInviteParent.self), Act(ChildResetAccess.self)]

    /// A family whose child is locked out on its device.
    private static func lockedFamily() async throws -> Family {
        let family = try await Family { $0.sendLimits.perNumber = [] }
        try await family.join()
        try await family.lock()
        return family
    }

    /// Makes a secret of the parent's, and returns what gives a confirmation by it.
    private static func secret(
        _ means: Means, of family: Family, confirmedBy given: (CodePurpose) async throws -> GivenConfirmation?
    ) async throws -> () async throws -> GivenConfirmation {
        let parent = family.parent, fixture = family.fixture
        switch means {
        case .recoveryCode:
            let code = try await parent.makeCodes(given(.recoveryCodes))[0]
            return { code.confirmation }
        case .pin:
            try await parent.enrol(AuthTestClient.pin, given(.makePIN))
            return { try await parent.confirmation() }
        case .secondFactor:
            let secret = try await parent.makeFactor(fixture, given(.makeSecondFactor))
            return { GivenConfirmation(factorCode: try parent.code(secret, fixture)) }
        }
    }

    private static func openInvites(of family: Family) async throws -> Int {
        try await family.fixture.count("family_invite", where: "used_at IS NULL")
    }

    @Test(arguments: acts, Means.allCases)
    func `by a secret that was made at registration takes effect at once`(act: Act, means: Means) async throws {
        let family = try await Self.lockedFamily()
        let confirmation = try await Self.secret(means, of: family) { purpose in
            // Codes were made at the registration, and further ones are confirmed by one of them.
            purpose == .recoveryCodes ? try family.confirmation() : nil
        }
        #expect(try await act.refusal(family, nil)?.name == "confirmationRequired")
        #expect(try await Self.openInvites(of: family) == 0)
        #expect(try await act.refusal(family, confirmation()) == nil)
        #expect(try await Self.openInvites(of: family) == 1)
    }

    @Test(arguments: acts, Means.allCases)
    func `by a secret that a message has confirmed counts after 72 hours`(act: Act, means: Means) async throws {
        let family = try await Self.lockedFamily(), clock = family.fixture.clock
        clock.advance(by: .minutes(10))
        try await family.parent.refresh()
        var made = clock.now
        let confirmation = try await Self.secret(means, of: family) { purpose in
            let message = try await family.parent.message(family.fixture, purpose)
            made = clock.now
            return message
        }
        clock.advance(by: made + .hours(72) - .milliseconds(1) - clock.now)
        try await family.parent.refresh()
        let fault: FaultKind =
            switch means {
            case .recoveryCode: .recoveryCodeTooNew
            case .pin: .pinTooNew
            case .secondFactor: .secondFactorTooNew
            }
        #expect(try await act.refusal(family, confirmation())?.name == fault.name)
        #expect(try await Self.openInvites(of: family) == 0)
        clock.advance(by: .milliseconds(1))
        #expect(try await act.refusal(family, confirmation()) == nil)
        #expect(try await Self.openInvites(of: family) == 1)
    }

    @Test(arguments: acts) func `by a message or by nothing is refused, and names no purpose of a message`(act: Act)
        async throws
    {
        let family = try await Self.lockedFamily()
        for purpose in [CodePurpose.removeDevice, .deleteAccount, .recoveryCodes] {
            let message = try await family.parent.message(family.fixture, purpose)
            #expect(try await act.refusal(family, message)?.name == "confirmationRequired")
        }
        let fault = try #require(try await act.refusal(family, nil))
        #expect(fault.name == "confirmationRequired" && fault.data["purpose"] == nil)
        #expect(try await Self.openInvites(of: family) == 0)
    }

    @Test(arguments: acts) func `is refused during a hold, which a secret of the parent's own ends`(act: Act)
        async throws
    {
        let family = try await Self.lockedFamily(), tablet = family.fixture.client("the parent's tablet")
        try await tablet.login(family.fixture)
        try await family.parent.refresh()
        try await family.parent.admit(tablet)
        try await family.parent.expectSuccess(
            DeviceRemove.self,
            .init(deviceId: tablet.device, confirmation: family.parent.message(family.fixture, .removeDevice)))
        try await family.parent.refresh()
        #expect(try await act.refusal(family, nil)?.name == "changesHeld")
        let message = try await family.parent.message(family.fixture, .removeDevice)
        #expect(try await act.refusal(family, message)?.name == "changesHeld")
        #expect(try await act.refusal(family, family.confirmation()) == nil)
        #expect(try await family.fixture.count("account_hold", where: "settled_at IS NULL") == 0)
    }

    @Test(arguments: acts) func `of a parent without a secret is refused with a fault that says so`(act: Act)
        async throws
    {
        let family = try await Self.lockedFamily()
        _ = try await family.fixture.database.write {
            try $0.batch([Statement("DELETE FROM recovery_code"), Statement("DELETE FROM recovery_set")])
        }
        #expect(try await act.refusal(family, nil)?.name == "ownSecretMissing")
        #expect(try await act.refusal(family, RecoveryCode.wrong.confirmation)?.name == "recoveryCodeWrong")
        let message = try await family.parent.message(family.fixture, .recoveryCodes)
        #expect(try await act.refusal(family, message)?.name == "ownSecretMissing")
        try await family.parent.makeCodes(message)
        // Codes that do not count yet are a secret of the parent's own.
        #expect(try await act.refusal(family, nil)?.name == "confirmationRequired")
    }

    @Test(arguments: acts) func `is not used up by a refusal`(act: Act) async throws {
        let family = try await Self.lockedFamily(), code = try family.confirmation()
        let other = try await Family(in: family.fixture, phone: "+33612345678")
        try await family.parent.refresh()
        try await family.parent.expectRefused(
            .childUnknown, ChildInvite.self, .init(childId: other.child, confirmation: code))
        try await family.parent.expectRefused(
            .childUnknown, ChildInviteParent.self, .init(childId: other.child, confirmation: code))
        try await family.parent.expectRefused(
            .childUnknown, ChildResetAccess.self, .init(childId: other.child, confirmation: code))
        #expect(try await act.refusal(family, code) == nil)
        #expect(try await act.refusal(family, code) != nil)
    }

    @Test func `is needed once a device was bound, also after the records of the binding and the device are gone`()
        async throws
    {
        let family = try await Family()
        for _ in 0..<2 {
            try await family.parent.expectSuccess(ChildInvite.self, .init(childId: family.child))
        }
        try await family.bind()
        try await family.parent.expectRefused(.confirmationRequired, ChildInvite.self, .init(childId: family.child))
        try await family.device.setPIN(family.device.call(ChildChallenge.self, Nothing()))
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        try await family.parent.expectRefused(.confirmationRequired, ChildInvite.self, .init(childId: family.child))
        _ = try await family.fixture.database.write {
            try $0.batch([
                Statement("DELETE FROM child_binding"),
                Statement("DELETE FROM device WHERE account = $1", .identifier(family.child)),
            ])
        }
        try await family.parent.expectRefused(.confirmationRequired, ChildInvite.self, .init(childId: family.child))
    }

    @Test func `is used once by requests that are repeated at once, which get the same code`() async throws {
        let family = try await Self.lockedFamily()
        let once = InviteParams(
            childId: family.child, confirmation: try family.confirmation(), requestId: family.fixture.random.id())
        let codes = try await family.fixture.parallel(4) { _ in
            try await family.parent.call(ChildInviteParent.self, once).code
        }
        #expect(Set(codes).count == 1)
        #expect(try await family.fixture.count("recovery_code", where: "used_at IS NOT NULL") == 1)
        for _ in 0..<5 { _ = try await family.inviteParent() }
    }
}
