import AuthStore
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService
@testable import Contracts

/// Each method whose act is confirmed, with each fault of a confirmation that its contract declares. The table is made from
/// the contracts, so a declaration that never happens fails here.
@Suite struct `Each confirming method with each fault of a confirmation` {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let call: ConfirmedCall, fault: String
        var testDescription: String { "\(call.name): \(fault)" }
    }

    static let table = ConfirmedCall.all.flatMap { call in
        call.faults.map { Refusal(call: call, fault: $0.name) }
    }

    @Test(arguments: table) func `is refused, and changes nothing`(refusal: Refusal) async throws {
        let situation = try await Situation(refusal.fault, call: refusal.call)
        for given in situation.before { _ = try await refusal.call.refusal(situation, given) }
        let rows = try await situation.rows()
        let fault = try await refusal.call.refusal(situation, situation.given)
        #expect(fault?.name == refusal.fault)
        #expect(try await situation.rows() == rows)
    }

    @Test func `the table holds every such method of the contracts`() {
        let confirming = Catalogue.auth.filter { $0.takesConfirmation }.map { $0.name }
        #expect(Set(ConfirmedCall.all.map(\.name)) == Set(confirming))
    }
}

extension Method {
    fileprivate static var takesConfirmation: Bool { Params.CodingKeys(stringValue: "confirmation") != nil }
}

/// A call of a method with a confirmation.
struct ConfirmedCall: Sendable {
    let name: String
    let faults: [FaultKind]
    let refusal: @Sendable (Situation, GivenConfirmation?) async throws -> RemoteFault?

    private init<M: Method>(
        _ method: M.Type, _ params: @escaping @Sendable (Situation, GivenConfirmation?) async throws -> M.Params
    ) {
        name = M.name
        faults = M.faults.filter { fault in FaultKind.ofConfirmations.contains { $0.name == fault.name } }
        refusal = { situation, given in
            try await situation.phone.refusal(method, params(situation, given))
        }
    }

    static let all = [
        ConfirmedCall(AccountDelete.self) { .init(confirmation: $1) },
        ConfirmedCall(ChildRemove.self) { .init(childId: try #require($0.child), confirmation: $1) },
        ConfirmedCall(ChildInvite.self) { .init(childId: try #require($0.child), confirmation: $1) },
        ConfirmedCall(ChildInviteParent.self) { .init(childId: try #require($0.child), confirmation: $1) },
        ConfirmedCall(ChildResetAccess.self) { .init(childId: try #require($0.child), confirmation: $1) },
        ConfirmedCall(AccountChangePhone.self) {
            var params = try #require($0.phoneChange)
            params.confirmation = $1
            return params
        },
        ConfirmedCall(AccountUndoChangePhone.self) { .init(confirmation: $1) },
        ConfirmedCall(AccountRecoveryCodes.self) { .init(confirmation: $1) },
        ConfirmedCall(DeviceRemove.self) { .init(deviceId: $0.third.device, confirmation: $1) },
        ConfirmedCall(SessionRevoke.self) {
            .init(sessionId: try #require($0.third.session).sessionId, confirmation: $1)
        },
        ConfirmedCall(SessionLogoutEverywhere.self) { .init(forgetDevices: true, confirmation: $1) },
        ConfirmedCall(SessionAdmit.self) {
            let waiting = try #require($0.waiting.session)
            return .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits), confirmation: $1)
        },
        ConfirmedCall(PINEnroll.self) {
            var params = try await $0.phone.enrolment()
            params.confirmation = $1
            return params
        },
        ConfirmedCall(SecondFactorEnroll.self) { .init(confirmation: $1) },
        ConfirmedCall(SecondFactorDisable.self) { .init(confirmation: $1) },
    ]
}

/// A person with three admitted devices and one that waits, and a confirmation that a call is refused for.
struct Situation: Sendable {
    let fixture: AuthServiceFixture, phone: AuthTestClient, third: AuthTestClient, waiting: AuthTestClient
    private(set) var given: GivenConfirmation?
    /// The params of `account.changePhone` without a confirmation, where that method is called.
    private(set) var phoneChange: AccountChangePhone.Params?
    /// A child that the person is the only parent of, where a method about children is called.
    private(set) var child: AccountID?
    private var number = AuthTestClient.phone
    /// The confirmations of the calls that are made before.
    private(set) var before: [GivenConfirmation] = []

    init(_ fault: String, call: ConfirmedCall) async throws {
        let isParent = call.name.hasPrefix("child.")
        let two = try await TwoDevices(
            in: AuthServiceFixture { $0.sendLimits.perNumber = [] }, group: isParent ? "home" : "fieldwork")
        (fixture, phone) = (two.fixture, two.phone)
        if isParent { child = try await Self.lockedChild(of: phone, fixture, isBound: call.name != ChildRemove.name) }
        (third, waiting) = (fixture.client("third"), fixture.client("waiting"))
        try await third.login(fixture)
        try await phone.admit(third)
        try await waiting.login(fixture)

        let purpose = Self.purposes[call.name] ?? .removeDevice,
            takesNoMessage = !call.faults.contains { $0.name == "codeWrong" }
        var secret: AuthenticatorSecret?
        if fault == "pinWrong" { try await phone.enrol() }
        if call.name != SecondFactorEnroll.name && !["secondFactorUnknown", "secondFactorTooNew"].contains(fault),
            fault != "codeWait" || !takesNoMessage
        {
            secret = try await phone.makeFactor(fixture)
        }
        fixture.clock.advance(by: .minutes(10))
        try await phone.refresh()

        if call.name == AccountChangePhone.name { phoneChange = try await phone.phoneChange(fixture) }
        if call.name == AccountUndoChangePhone.name, !fault.hasSuffix("TooNew") {
            // A change that messages alone have confirmed is undone without a confirmation.
            let needsSecret = ["confirmationRequired", "changesHeld"].contains(fault)
            try await changeNumber(needsSecret ? two.codes[0].confirmation : message(.changePhone))
        }

        switch fault {
        case "confirmationRequired": given = nil
        case "changesHeld":
            try await suspend(two.tablet)
            given = call.name == AccountUndoChangePhone.name || takesNoMessage ? nil : try await message(purpose)
        case "codeWrong": given = try await wrongMessage(purpose)
        case "codeExpired": given = try await message(.login)
        case "tooManyAttempts" where takesNoMessage, "codeWait" where takesNoMessage:
            // Each session has five attempts, and each device key ten in a row.
            let wrong = RecoveryCode.wrong.confirmation
            for _ in 0..<5 { _ = try await call.refusal(self, wrong) }
            if fault == "codeWait" {
                try await phone.login(fixture)
                before = Array(repeating: wrong, count: 5)
            }
            given = wrong
        case "tooManyAttempts":
            let wrong = try await wrongMessage(purpose)
            before = Array(repeating: wrong, count: 5)
            given = wrong
        case "codeWait":
            let first = try await wrongMessage(purpose)
            for _ in 0..<5 { _ = try await call.refusal(self, first) }
            let second = try await wrongMessage(purpose)
            before = Array(repeating: second, count: 5)
            given = second
        case "recoveryCodeWrong": given = RecoveryCode.wrong.confirmation
        case "recoveryCodeTooNew":
            given = try await phone.makeCodes(message(.recoveryCodes)).first?.confirmation
            try await makeTooNew(call, two.tablet)
        case "pinWrong": given = try await phone.confirmation("000001")
        case "pinChallengeExpired":
            given = GivenConfirmation(pinChallengeId: fixture.random.id(), pinProof: Sample.pinSignature)
        case "pinTooNew":
            try await phone.enrol(AuthTestClient.pin, message(.makePIN))
            try await makeTooNew(call, two.tablet)
            given = try await phone.confirmation()
        case "secondFactorWrong":
            given = GivenConfirmation(factorCode: try phone.code(#require(secret), fixture).other)
        case "secondFactorUnknown": given = GivenConfirmation(factorCode: Sample.shownCode)
        case "secondFactorTooNew":
            secret = try await phone.makeFactor(fixture, message(.makeSecondFactor))
            try await makeTooNew(call, two.tablet)
            given = GivenConfirmation(factorCode: try phone.code(#require(secret), fixture))
        default: Issue.record("the table knows no situation for \(fault)")
        }
    }

    private static let purposes: [String: CodePurpose] = [
        AccountChangePhone.name: .changePhone, AccountUndoChangePhone.name: .changePhone,
        AccountDelete.name: .deleteAccount, ChildRemove.name: .deleteAccount, AccountRecoveryCodes.name: .recoveryCodes,
        PINEnroll.name: .makePIN,
        SecondFactorEnroll.name: .makeSecondFactor, SecondFactorDisable.name: .makeSecondFactor,
    ]

    /// A child of the person whose device, if it is bound, has entered too many wrong PINs.
    private static func lockedChild(
        of parent: AuthTestClient, _ fixture: AuthServiceFixture, isBound: Bool
    ) async throws -> AccountID {
        let child = try await parent.call(ChildAdd.self, .init(name: Sample.childName)).childId,
            tablet = fixture.client("Mia's")
        guard isBound else { return child }
        let code = try await parent.call(ChildInvite.self, .init(childId: child)).code
        try await tablet.setPIN(tablet.join(code))
        for _ in 0..<3 { _ = await tablet.refusal(ofPIN: Family.wrongPIN) }
        return child
    }

    private func wrongMessage(_ purpose: CodePurpose) async throws -> GivenConfirmation {
        let message = try await message(purpose)
        return GivenConfirmation(
            challengeId: try #require(message.challengeId), code: try fixture.wrong(#require(message.code)))
    }

    private func suspend(_ device: AuthTestClient) async throws {
        try await phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: device.device, confirmation: message(.removeDevice)))
    }

    private func message(_ purpose: CodePurpose) async throws -> GivenConfirmation {
        try await phone.message(fixture, purpose, to: number)
    }

    /// Does what makes a call refuse a secret that does not count yet. The removal of the second factor takes one unless a
    /// device is suspended; and a change of the number that can be undone is made after the secret.
    private mutating func makeTooNew(_ call: ConfirmedCall, _ device: AuthTestClient) async throws {
        if call.name == SecondFactorDisable.name { try await suspend(device) }
        if call.name == AccountUndoChangePhone.name { try await changeNumber(message(.changePhone)) }
    }

    private mutating func changeNumber(_ confirmation: GivenConfirmation) async throws {
        try await phone.expectSuccess(AccountChangePhone.self, phone.phoneChange(fixture, confirmation))
        number = AuthTestClient.otherPhone
    }

    /// How many rows each table has that a confirmed act changes.
    func rows() async throws -> [Int] {
        var counts: [Int] = []
        for table in [
            "account", "device", "session", "pin", "second_factor", "recovery_code", "account_hold", "family_invite",
            "child_binding",
        ] {
            counts.append(try await fixture.count(table))
        }
        counts.append(try await fixture.count("session", where: "ended_at IS NULL"))
        return counts
    }
}
