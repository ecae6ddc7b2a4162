import Cryptography
import DPoP
import Primitives
import Support
import Testing

@Suite struct ServerNonceTests {
    private let clock = StoppedClock()
    private let old = Key256.generate(SeededRandom(seed: 1).random)
    private let new = Key256.generate(SeededRandom(seed: 2).random)

    @Test func `a nonce is valid for 300 seconds`() {
        let nonces = ServerNonce(keys: [new])
        let nonce = nonces.issue(now: clock.now)
        #expect(nonce.utf8.count == 32)
        #expect(nonces.isFresh(nonce, now: clock.now))
        clock.advance(by: .milliseconds(299_999))
        #expect(nonces.isFresh(nonce, now: clock.now))
        clock.advance(by: .milliseconds(1))
        #expect(!nonces.isFresh(nonce, now: clock.now))
    }

    @Test func `nonces are the same within a millisecond and differ from one to the next`() {
        let nonces = ServerNonce(keys: [new])
        let first = nonces.issue(now: clock.now)
        #expect(nonces.issue(now: clock.now) == first)
        clock.advance(by: .milliseconds(1))
        let second = nonces.issue(now: clock.now)
        #expect(second != first)
        #expect(second == ServerNonce(keys: [new]).issue(now: clock.now))
    }

    @Test func `any instance with the key accepts a nonce, also during a key change`() {
        let nonce = ServerNonce(keys: [old]).issue(now: clock.now)
        #expect(ServerNonce(keys: [new, old]).isFresh(nonce, now: clock.now))
        #expect(!ServerNonce(keys: [new]).isFresh(nonce, now: clock.now))
    }

    @Test func `an altered nonce, another text, or one from a clock far ahead is not fresh`() {
        let nonces = ServerNonce(keys: [new])
        let nonce = nonces.issue(now: clock.now)
        for index in nonce.indices {
            var altered = nonce
            altered.replaceSubrange(index...index, with: altered[index] == "A" ? "B" : "A")
            #expect(!nonces.isFresh(altered, now: clock.now))
        }
        for text in ["", "x", nonce + "A", String(repeating: "=", count: 32)] {
            #expect(!nonces.isFresh(text, now: clock.now))
        }
        #expect(nonces.isFresh(nonces.issue(now: clock.now + .seconds(30)), now: clock.now))
        #expect(!nonces.isFresh(nonces.issue(now: clock.now + .milliseconds(30_001)), now: clock.now))
    }
}
