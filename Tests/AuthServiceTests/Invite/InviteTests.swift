import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `Invites` {
    @Test(.requirement("C1")) func `an invite is valid for ten minutes, and not a millisecond longer`() async throws {
        for (age, isValid) in [
            (FamilyInviteRecord.lifetime - .milliseconds(1), true), (FamilyInviteRecord.lifetime, false),
        ] {
            let family = try await Family()
            let code = try await family.invite().code
            family.fixture.clock.advance(by: age)
            let fault = try await family.device.refusal(InviteVerify.self, .init(code: code))?.name
            #expect(fault == (isValid ? nil : "inviteInvalid"))
        }
    }

    @Test(.requirement("C1")) func `an invite binds one device, and its code is refused afterwards`() async throws {
        let family = try await Family()
        let code = try await family.invite().code
        let tablet = family.fixture.client("tablet"), watch = family.fixture.client("watch")
        let late = try await watch.call(InviteVerify.self, .init(code: code)).ticket
        try await tablet.join(code)
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        try await watch.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: late))
    }

    @Test(.requirement("C4")) func `a new invite ends the former one and its tickets`() async throws {
        let family = try await Family()
        let former = try await family.invite().code
        let ticket = try await family.device.call(InviteVerify.self, .init(code: former)).ticket
        let present = try await family.invite().code
        #expect(former != present)
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: former))
        try await family.device.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: ticket))
        try await family.device.join(present)
    }

    @Test func `a withdrawn invite and its tickets are refused, and another parent's invite too`() async throws {
        let family = try await Family()
        let code = try await family.invite().code
        let ticket = try await family.device.call(InviteVerify.self, .init(code: code)).ticket
        let forParent = try await family.inviteParent().code
        try await family.parent.expectSuccess(ChildWithdrawInvite.self, .init(childId: family.child))
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        try await family.device.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: ticket))
        let other = family.fixture.client()
        try await other.register(family.fixture, "+33612345678", group: "home")
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: forParent))
        try await family.parent.expectSuccess(ChildWithdrawInvite.self, .init(childId: family.child))
    }

    @Test(.requirement("T6")) func `the invites of a parent who logs out everywhere end, and their tickets too`()
        async throws
    {
        let family = try await Family()
        let code = try await family.invite().code
        let ticket = try await family.device.call(InviteVerify.self, .init(code: code)).ticket
        let forParent = try await family.inviteParent().code
        let other = family.fixture.client()
        try await other.register(family.fixture, "+33612345678", group: "home")
        try await family.parent.refresh()
        try await family.parent.expectSuccess(SessionLogoutEverywhere.self, .init())
        try await family.device.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: ticket))
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: forParent))
    }

    @Test func `the invites of a parent who leaves a child end, and those of the others do not`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        let code = try await family.invite().code
        _ = try await family.parent.call(ChildRemove.self, .init(childId: family.child))
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        let theirs = try await other.call(ChildInvite.self, .init(childId: family.child)).code
        try await family.device.join(theirs)
    }

    @Test func `a ticket is valid for five minutes, and for its device key alone`() async throws {
        for (age, isValid) in [(Duration.minutes(5) - .milliseconds(1), true), (.minutes(5), false)] {
            let family = try await Family()
            let code = try await family.invite().code
            let ticket = try await family.device.call(InviteVerify.self, .init(code: code)).ticket
            family.fixture.clock.advance(by: age)
            try await family.fixture.client().expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: ticket))
            let fault = try await family.device.refusal(DeviceBind.self, .init(ticket: ticket))?.name
            #expect(fault == (isValid ? nil : "inviteInvalid"))
        }
    }

    @Test func `a ticket ends with its invite`() async throws {
        let family = try await Family()
        let code = try await family.invite().code
        family.fixture.clock.advance(by: .minutes(8))
        let answer = try await family.device.call(InviteVerify.self, .init(code: code))
        #expect(answer.expiresAtMs == family.fixture.clock.now + .minutes(2))
        family.fixture.clock.advance(by: .minutes(2))
        try await family.device.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: answer.ticket))
    }

    @Test func `an invite by link has a long code and the service's address`() async throws {
        let family = try await Family()
        let invite = try await family.invite(.link)
        #expect(invite.code.isLong)
        #expect(invite.link == "https://auth.test/join#\(invite.code.reveal)")
        #expect(try await family.view().inviteKind == .link)
        try await family.device.join(invite.code)
        #expect(try await family.invite().link == nil)
    }

    @Test func `an invite of a device does not make a parent, and one of a parent binds no device`() async throws {
        let family = try await Family()
        let forDevice = try await family.invite().code
        let forParent = try await family.inviteParent().code
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: forParent))
        let other = family.fixture.client()
        try await other.register(family.fixture, "+33612345678", group: "home")
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: forDevice))
    }

    @Test(.requirement("C2")) func `a device that is bound to one child cannot be bound to another`() async throws {
        let family = try await Family()
        try await family.bind()
        let sister = try await family.parent.call(
            ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Ida")))
        ).childId
        let code = try await family.parent.call(ChildInvite.self, .init(childId: sister)).code
        let ticket = try await family.device.call(InviteVerify.self, .init(code: code)).ticket
        try await family.device.expectRefused(.deviceBound, DeviceBind.self, .init(ticket: ticket))
        #expect(try await family.fixture.count("child_binding") == 1)
        // The refusal has used nothing up: another device is bound by the same invite.
        try await family.fixture.client().join(code)
    }

    @Test func `the child's own device cannot be bound a second time`() async throws {
        let family = try await Family()
        try await family.join()
        let ticket = try await family.device.call(InviteVerify.self, .init(code: family.invite().code)).ticket
        try await family.device.expectRefused(.deviceBound, DeviceBind.self, .init(ticket: ticket))
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test(.requirement("C4", "C8")) func `a new device takes the place of the former one, which keeps its entries`()
        async throws
    {
        let family = try await Family()
        let first = try await family.join()
        let tablet = family.fixture.client("tablet")
        let second = try await family.join(tablet)
        #expect(second.unlockShare != first.unlockShare)
        try await family.device.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(await family.device.refusal(ofPIN: Family.pin) == "deviceNotBound")
        let told = try await family.device.call(ChildState.self, .init())
        #expect(told.state == .childInviteVerify && told.endedBy?.value == .deviceReplaced)
        #expect(try await family.state(tablet) == .authChild)
    }

    @Test(.requirement("C3")) func `the tenth wrong code in a row makes a device key wait, and the ninth does not`()
        async throws
    {
        let family = try await Family()
        let wrong = InviteVerify.Params(code: try #require(InviteCode(wire: "AAAAAAAA")))
        for _ in 0..<9 { try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, wrong) }
        let right = try await family.invite().code
        _ = try await family.device.call(InviteVerify.self, .init(code: right))
        for _ in 0..<10 { try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, wrong) }
        try await family.device.expectRefused(.inviteWait, InviteVerify.self, .init(code: right))
        // The wait begins when the tenth attempt is counted, before it is compared: the right code has ended the first one.
        let recorded = try await family.fixture.auditWords().filter {
            $0.hasSuffix(" inviteCode") || $0.hasSuffix(" inviteWait")
        }
        #expect(recorded.first == "accepted inviteCode")
        #expect(recorded.filter { $0 == "attempt inviteCode" }.count == 20)
        #expect(recorded.filter { $0 == "lock inviteWait" }.count == 2 && recorded.count == 23)
        family.fixture.clock.advance(by: .minutes(20))
        try await family.parent.refresh()
        _ = try await family.device.call(InviteVerify.self, .init(code: family.invite().code))
    }

    @Test(.requirement("C3")) func `twenty wrong codes in an hour make an address wait, whatever the device key`()
        async throws
    {
        let family = try await Family()
        let wrong = InviteVerify.Params(code: try #require(InviteCode(wire: "AAAAAAAA")))
        for _ in 0..<20 {
            let device = family.fixture.client(at: "203.0.113.7")
            try await device.expectRefused(.inviteInvalid, InviteVerify.self, wrong)
        }
        let device = family.fixture.client(at: "203.0.113.7")
        try await device.expectRefused(.inviteWait, InviteVerify.self, .init(code: family.invite().code))
        try await family.device.join(family.invite().code)
        family.fixture.clock.advance(by: .hours(1))
        try await device.expectRefused(.inviteInvalid, InviteVerify.self, wrong)
    }

    @Test(.requirement("C3"))
    func `codes of links neither wait for the wrong short codes of an address nor count there`()
        async throws
    {
        let family = try await Family()
        func device() -> AuthTestClient { family.fixture.client(at: "203.0.113.7") }
        let short = InviteVerify.Params(code: try #require(InviteCode(wire: "AAAAAAAA")))
        let used = try await family.invite(.link).code, right = try await family.invite(.link).code
        for _ in 0..<20 { try await device().expectRefused(.inviteInvalid, InviteVerify.self, .init(code: used)) }
        for _ in 0..<11 { try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: used)) }
        #expect(try await family.fixture.count("invite_streak") == 0)
        #expect(try await !family.fixture.auditWords().contains("attempt inviteCode"))
        for _ in 0..<20 { try await device().expectRefused(.inviteInvalid, InviteVerify.self, short) }
        try await device().expectRefused(.inviteWait, InviteVerify.self, short)
        try await device().join(right)
    }

    @Test(.requirement("C3")) func `after a thousand wrong short codes short codes wait, and codes of links do not`()
        async throws
    {
        let family = try await Family()
        let hour = Int64(3_600_000), period = (family.fixture.clock.now.ms / hour + 1) * hour
        // 1000 in 16 shards; one attempt is left at first.
        try await family.fixture.database.write { transaction in
            for shard in Int64(0)..<16 {
                try transaction.run(
                    Statement(
                        "INSERT INTO quota (name, period, shard, used) VALUES ('invite device', $1, $2, $3)",
                        .integer(period), .integer(shard), .integer(shard == 0 ? 62 : shard < 8 ? 63 : 62)))
            }
        }
        let wrong = try #require(InviteCode(wire: "AAAAAAAA"))
        try await family.fixture.client().expectRefused(.inviteInvalid, InviteVerify.self, .init(code: wrong))
        try await family.device.expectRefused(.inviteWait, InviteVerify.self, .init(code: family.invite().code))
        try await family.device.join(family.invite(.link).code)
    }

    @Test func `a right code takes its attempt out of every count`() async throws {
        let family = try await Family()
        for _ in 0..<25 {
            let code = try await family.invite().code
            _ = try await family.device.call(InviteVerify.self, .init(code: code))
        }
        #expect(try await family.fixture.count("invite_streak") == 0)
        #expect(try await family.fixture.count("quota", where: "name = 'invite device' AND used > 0") == 0)
    }

    @Test func `a repeated request gets the same code, and no code is readable in the database`() async throws {
        let family = try await Family()
        let once = InviteParams(childId: family.child, kind: .link, requestId: family.fixture.random.id())
        let first = try await family.parent.call(ChildInvite.self, once)
        let second = try await family.parent.call(ChildInvite.self, once)
        #expect(first == second)
        var other = once
        other.kind = .code
        try await family.parent.expectRefused(.requestIdReused, ChildInvite.self, other)
        try await family.device.join(first.code)
    }

    @Test func `a lost answer of the binding is given again, and the device makes its PIN with it`() async throws {
        let family = try await Family()
        let ticket = try await family.device.call(InviteVerify.self, .init(code: family.invite().code)).ticket
        let once = DeviceBind.Params(ticket: ticket, requestId: family.fixture.random.id())
        let first = try await family.device.call(DeviceBind.self, once)
        let second = try await family.device.call(DeviceBind.self, once)
        #expect(first == second)
        let making = try {
            var params = try family.device.making(second)
            params.requestId = family.fixture.random.id()
            return params
        }()
        let opened = try await family.device.call(ChildSetPIN.self, making)
        #expect(try await family.device.call(ChildSetPIN.self, making).session.sessionId == opened.session.sessionId)
    }
}
