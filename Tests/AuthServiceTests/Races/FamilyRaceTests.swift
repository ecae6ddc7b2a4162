import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// Parallel calls about children through the router of one instance.
@Suite struct `Parallel calls about children` {
    @Test(.requirement("C2")) func `of thirty-two devices that redeem one invite one is bound`() async throws {
        let family = try await Family()
        let code = try await family.invite().code
        let devices = (0..<32).map { family.fixture.client("device \($0)") }
        var tickets: [InviteTicket] = []
        for device in devices { tickets.append(try await device.call(InviteVerify.self, .init(code: code)).ticket) }
        let found = tickets
        let answers = try await family.fixture.parallel(32) { index in
            try await devices[index].refusal(DeviceBind.self, .init(ticket: found[index]))?.name
        }
        #expect(answers.filter { $0 == nil }.count == 1)
        #expect(answers.filter { $0 == "inviteInvalid" }.count == 31)
        #expect(try await family.fixture.count("child_binding", where: "ended_at IS NULL") == 1)
    }

    @Test(.requirement("C2")) func `a device that redeems two children's invites at once is bound to one`() async throws
    {
        for _ in 0..<5 {
            let family = try await Family()
            let sister = try await family.parent.call(
                ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Ida")))
            ).childId
            var tickets: [InviteTicket] = []
            for child in [family.child, sister] {
                let code = try await family.parent.call(ChildInvite.self, .init(childId: child)).code
                tickets.append(try await family.device.call(InviteVerify.self, .init(code: code)).ticket)
            }
            let found = tickets
            let answers = try await family.fixture.parallel(8) { index in
                try await family.device.refusal(DeviceBind.self, .init(ticket: found[index % 2]))?.name
            }
            #expect(answers.filter { $0 == nil }.count == 1, "\(answers)")
            #expect(try await family.fixture.count("child_binding", where: "ended_at IS NULL") == 1)
        }
    }

    @Test(.requirement("C5"))
    func `no login of a child succeeds after a revocation has returned, and none leaves a session`()
        async throws
    {
        for _ in 0..<5 {
            let family = try await Family()
            try await family.join()
            let params = try await family.device.proving()
            let answers = try await family.fixture.parallel(16) { index in
                if index == 8 {
                    return try await family.parent.refusal(ChildRevoke.self, .init(childId: family.child))?.name
                        ?? "revoked"
                }
                return try await family.device.refusal(ChildVerifyPIN.self, params)?.name ?? "logged in"
            }
            #expect(answers.contains("revoked"), "\(answers)")
            #expect(try await family.fixture.count("session", where: "ended IS NULL AND amr = 'pin'") == 0)
            #expect(await family.device.refusal(ofPIN: Family.pin) == "childAccessRevoked")
        }
    }

    @Test(.requirement("P3"))
    func `of sixty-four parallel wrong PINs at most three are verified, and the access is locked`()
        async throws
    {
        let family = try await Family { $0.writingCallsPerMinute = 6000 }
        try await family.join()
        let before = family.fixture.counted("pin_evaluations_total")
        let params = try await family.device.proving(Family.wrongPIN)
        let answers = try await family.fixture.parallel(64) { _ in
            try await family.device.refusal(ChildVerifyPIN.self, params)?.name
        }
        #expect(answers.allSatisfy { $0 == "pinWrong" })
        #expect(try await family.fixture.count("pin", where: "attempts = 1 AND failures = 1") == 1)
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong")
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "locked")
        #expect(family.fixture.counted("pin_evaluations_total") - before >= 3)
        #expect(try await family.fixture.count("notice", where: "kind = 'childAccessLocked'") == 2)
    }
}
