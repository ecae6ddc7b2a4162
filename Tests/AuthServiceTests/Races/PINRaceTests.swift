import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// Parallel proofs through the router of one instance.
@Suite struct `Parallel proofs by PIN` {
    @Test(.requirement("P3"))
    func `after two wrong PINs of sixty-four wrong ones at once one is counted, and the account is blocked`()
        async throws
    {
        let (fixture, phone) = try await `pin.prove`.person()
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        let purposes = try await [phone.proof("111111"), phone.proof("222222", .unlock)]
        let answers = try await fixture.parallel(64) { index in
            try await phone.refusal(PINProve.self, purposes[index % 2])?.name
        }
        #expect(Set(answers) == ["blocked"])
        // Copies of one proof may be verified under its one count before the account is blocked.
        #expect(try await fixture.count("pin", where: "attempts = 3 AND failures = 3") == 1)
        #expect(try await fixture.count("pin_challenge", where: "purpose IN ('login', 'unlock') AND attempt = 3") == 1)
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 1)
        #expect(try await fixture.count("revocation_event", where: "ended = 'blocked'") == 1)
    }

    @Test func `a right PIN among the wrong ones is either first, or refused: never is the account open and blocked`()
        async throws
    {
        for round in 0..<10 {
            let (fixture, phone) = try await `pin.prove`.person()
            for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
            let wrong = try await phone.proof("111111"), right = try await phone.proof(AuthTestClient.pin, .unlock)
            let answers = try await fixture.parallel(16) { index in
                try await phone.refusal(PINProve.self, index == round ? right : wrong)?.name
            }
            let isBlocked = try await fixture.count("account", where: "state = 'BLOCKED'") == 1
            // Nobody but the right one succeeds.
            #expect(isBlocked == !answers.contains(nil), "\(answers)")
            #expect(try await fixture.count("pin", where: "attempts < 3") == (isBlocked ? 0 : 1))
        }
    }

    @Test func `one right proof sent sixty-four times opens one session`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        var params = try await phone.proof()
        params.requestId = fixture.random.id()
        let sent = params
        let answers = try await fixture.parallel(64) { _ in try await phone.refusal(PINProve.self, sent)?.name }
        #expect(answers.allSatisfy { $0 == nil })
        #expect(try await fixture.count("session", where: "amr = 'pin'") == 1)
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
    }
}
