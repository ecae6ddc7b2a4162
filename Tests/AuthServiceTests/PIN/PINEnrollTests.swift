import AuthStore
import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `pin.enroll` {
    private static func person(
        _ configure: (inout AuthSettings) -> Void = { _ in }
    ) async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            configure(&$0)
        }
        let phone = fixture.client("phone")
        try await phone.register(fixture)
        return (fixture, phone)
    }

    @Test func `plays its example: a PIN made at registration counts at once, and gives the unlock share`() async throws
    {
        let (fixture, phone) = try await Self.person()
        let enrolled = try await phone.enrol()
        #expect(enrolled.countsFromMs == fixture.clock.now)
        #expect(try await phone.prove(AuthTestClient.pin, .unlock).unlockShare == enrolled.unlockShare)
        #expect(try await phone.noticeKinds() == [.pinMade])
    }

    @Test(arguments: [0, 1, 720]) func `the answers to a right PIN name the hours that the group has now`(
        _ hours: Int64
    ) async throws {
        let (fixture, phone) = try await Self.person()
        #expect(try await phone.enrol().offlineUnlockHours == 72)
        let session = try #require(phone.session)
        let account = try #require(try await fixture.store.account(session.account))
        _ = try await fixture.store.changeGroup(
            account.group, by: .init(offlineUnlockHours: hours), reason: nil, at: fixture.clock.now)
        #expect(try await phone.prove(AuthTestClient.pin, .unlock).offlineUnlockHours == Int(hours))
        #expect(try await phone.prove().offlineUnlockHours == Int(hours))
    }

    @Test func `a lost answer is repeated for ten minutes, with the same share`() async throws {
        let (fixture, phone) = try await Self.person()
        var params = try await phone.enrolment()
        params.requestId = fixture.random.id()
        let first = try await phone.call(PINEnroll.self, params)
        for _ in 0..<2 { #expect(try await phone.call(PINEnroll.self, params) == first) }
        fixture.clock.advance(by: .minutes(10) - .milliseconds(1))
        try await phone.refresh()
        #expect(try await phone.call(PINEnroll.self, params) == first)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectRefused(.requestIdReused, PINEnroll.self, params)
        #expect(try await phone.noticeKinds() == [.pinMade])
    }

    @Test func `an account with a PIN refuses another one: it is changed instead`() async throws {
        let (fixture, phone) = try await Self.person()
        let first = try await phone.enrolment()
        try await phone.expectSuccess(PINEnroll.self, first)
        try await phone.expectRefused(
            .pinExists, PINChallenge.self, .init(purpose: .enrol, sessionId: try #require(phone.session).sessionId))
        try await phone.expectRefused(.pinChallengeExpired, PINEnroll.self, first)
        #expect(try await fixture.count("pin") == 1)
    }

    @Test func `of two devices that make a PIN at once one succeeds, and the other learns that there is one`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        let ours = try await phone.enrolment(), theirs = try await tablet.enrolment("771204")
        try await phone.expectSuccess(PINEnroll.self, ours)
        try await tablet.expectRefused(.pinExists, PINEnroll.self, theirs)
        try await phone.prove()
    }

    @Test
    func `ten minutes after the registration a PIN needs a confirmation, and one by message counts after 72 hours`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        fixture.clock.advance(by: .minutes(10) - .seconds(61) - .milliseconds(1))
        try await phone.refresh()
        let early = try await phone.enrolment()
        fixture.clock.advance(by: .milliseconds(1))
        let fault = try await phone.refusal(PINEnroll.self, early)
        #expect(fault?.name == "confirmationRequired" && fault?.data["purpose"]?.string == "makePIN")
        let code = try await phone.message(fixture, .makePIN)
        let made = try await phone.enrol(AuthTestClient.pin, code)
        #expect(made.countsFromMs == fixture.clock.now + .hours(72))
        try await phone.prove()
        let fresh = try await phone.confirmation()
        try await phone.expectRefused(.pinTooNew, AccountRecoveryCodes.self, .init(confirmation: fresh))
        fixture.clock.advance(by: .hours(72))
        try await phone.refresh()
        try await phone.expectSuccess(AccountRecoveryCodes.self, .init(confirmation: phone.confirmation()))
    }

    @Test func `a confirmation by a recovery code makes the PIN count at once`() async throws {
        let (fixture, phone) = try await Self.person()
        let codes = try await phone.makeCodes()
        fixture.clock.advance(by: .hours(1))
        try await phone.refresh()
        #expect(try await phone.enrol(AuthTestClient.pin, codes[0].confirmation).countsFromMs == fixture.clock.now)
    }

    @Test(arguments: [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [0xee] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
            0x53,
            0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ])
    func `a key of small order and one that is not canonical are refused`(key: [UInt8]) async throws {
        let (fixture, phone) = try await Self.person()
        var params = try await phone.enrolment()
        params.publicKey = try #require(PINPublicKey(key))
        let fault = try await phone.refusal(PINEnroll.self, params)
        #expect(fault?.name == "invalidParams" && fault?.data["field"]?.string == "publicKey")
        #expect(try await fixture.count("pin") == 0)

        try await phone.enrol()
        var change = try await phone.change(to: "228833")
        change.newPublicKey = params.publicKey
        let second = try await phone.refusal(PINChange.self, change)
        #expect(second?.name == "invalidParams" && second?.data["field"]?.string == "newPublicKey")
        var request = try await phone.resetRequest(fixture)
        request.newPublicKey = params.publicKey
        let third = try await phone.refusal(PINRequestReset.self, request)
        #expect(third?.name == "invalidParams" && third?.data["field"]?.string == "newPublicKey")
        #expect(try await fixture.count("pin", where: "generation = 1 AND failures = 0") == 1)
        #expect(try await fixture.count("pending_pin") == 0)
    }

    @Test func `the signature must be made for this challenge, subject, device key, generation and purpose`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let challenge = try await phone.challenge(.enrol), parameters = try #require(challenge.newPin)
        var later = parameters
        later.generation += 1
        let key = try #require(PINPublicKey(AuthTestClient.key(AuthTestClient.pin, parameters).publicKey.bytes))
        let pin = AuthTestClient.pin
        let wrong = [
            try phone.sign(challenge, .change, pin, parameters), try phone.sign(challenge, .enrol, pin, later),
            try phone.sign(challenge, .enrol, pin, parameters, thumbprint: fixture.client().key.thumbprint),
            try phone.sign(challenge, .enrol, pin, parameters, subject: fixture.random.id()),
            try phone.sign(challenge, .enrol, "111111", parameters),
        ]
        for proof in wrong {
            let fault = try await phone.refusal(
                PINEnroll.self, .init(challengeId: challenge.challengeId, publicKey: key, proof: proof))
            #expect(fault?.name == "invalidParams" && fault?.data["field"]?.string == "proof")
        }
        try await phone.expectSuccess(
            PINEnroll.self,
            .init(
                challengeId: challenge.challengeId, publicKey: key,
                proof: phone.sign(challenge, .enrol, pin, parameters)))
    }

    @Test func `a session that waits for its second factor makes no PIN`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("phone")
        try await phone.register(fixture)
        let params = try await phone.enrolment()
        try await phone.makeFactor(fixture)
        #expect(try await phone.login(fixture).next == "secondFactor")
        try await phone.expectRefused(.secondFactorRequired, PINEnroll.self, params)
        #expect(try await fixture.count("pin") == 0)
    }

    @Test func `a new device cannot make a PIN`() async throws {
        let (fixture, phone) = try await Self.person(), tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        try await tablet.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .enrol, sessionId: try #require(tablet.session).sessionId))
        let params = try await phone.enrolment()
        try await tablet.expectRefused(.newDeviceProofRequired, PINEnroll.self, params)
    }

    @Test func `in a group that requires a PIN a session is full, and its device admitted, when the PIN is made`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await fixture.createGroup()
        let (challenge, code) = try await phone.start(fixture, group: AuthServiceFixture.withPIN)
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        phone.session = answer.session
        #expect(answer.next == "createPIN" && answer.session.scope == [Open(.pinRequired)])
        #expect(answer.session.accountId != nil && answer.session.digits == nil)
        try await phone.expectRefused(.pinSetupRequired, AccountMe.self, Nothing())
        #expect(try await fixture.count("device", where: "admitted = 1") == 0)
        try await phone.enrol()
        #expect(try await phone.refresh().scope == [Open(.account)])
        #expect(try await fixture.count("device", where: "admitted = 1") == 1)
        fixture.clock.advance(by: .seconds(61))
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test func `who made the PIN of a group's account does not matter: another session that waits for it proves it`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone"), tablet = fixture.client("tablet")
        try await fixture.createGroup()
        try await phone.register(fixture, group: AuthServiceFixture.withPIN)
        #expect(try await tablet.login(fixture).next == "createPIN")
        let theirs = try await tablet.enrolment("111111")
        try await phone.enrol()
        try await tablet.expectRefused(.pinExists, PINEnroll.self, theirs)
        try await tablet.expectRefused(.pinWrong, proving: "111111")
        try await tablet.prove()
        #expect(try #require(tablet.session).scope == [Open(.account)])
    }
}
