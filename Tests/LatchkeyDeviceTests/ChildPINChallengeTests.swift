import Contracts
import JSONRPC
import Primitives
import Testing

@testable import LatchkeyDevice

/// What a child's device takes as the challenge for its PIN.
@Suite struct ChildPINChallengeTests {
    @Test func `a challenge about another child is refused as an unreadable answer`() throws {
        let answer = ChildChallenge.example.answer, other = UserShow.example.answer.accountId
        #expect(throws: DeviceFault.call(.unreadable(status: 200, reason: "the challenge is about another child"))) {
            try PINChallengeInProgress(answer, of: other, at: Instant(ms: 0))
        }
        #expect(try PINChallengeInProgress(answer, of: answer.childId, at: Instant(ms: 0)).id == answer.challengeId)
    }

    @Test func `a challenge that is too short is refused as an unreadable answer`() {
        var answer = ChildChallenge.example.answer
        answer.challenge = String(answer.challenge.dropLast(4))
        #expect(throws: DeviceFault.call(.unreadable(status: 200, reason: "the challenge is incomplete"))) {
            try PINChallengeInProgress(answer, of: answer.childId, at: Instant(ms: 0))
        }
    }
}
