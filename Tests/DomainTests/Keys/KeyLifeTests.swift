import Domain
import Testing

@Suite struct `The life of a key` {
    @Test(arguments: [
        (KeyState.published, KeyLife.Event.activate, KeyState.active), (.published, .retire, .retired),
        (.active, .replace, .verifyOnly), (.verifyOnly, .retire, .retired),
    ])
    func `leads from published to retired`(state: KeyState, event: KeyLife.Event, next: KeyState) throws {
        #expect(try KeyLife.next(state, on: event).state == next)
    }

    @Test(arguments: [
        (KeyState.active, KeyLife.Event.retire), (.active, .activate), (.verifyOnly, .activate), (.retired, .activate),
        (.published, .replace),
    ])
    func `has no way past a key that is in use, and none back`(state: KeyState, event: KeyLife.Event) {
        #expect(throws: Refusal<KeyLife>(state: state, event: event)) { try KeyLife.next(state, on: event) }
    }

    @Test(arguments: [
        (KeyKind.signing, "verifyOnly"), (.nonce, "verifyOnly"), (.seal, "kept for its rows"),
        (.index, "kept for its rows"), (.hash, "kept for its rows"),
    ])
    func `has a word for a former key that says what it is kept for`(kind: KeyKind, word: String) {
        #expect(KeyState.verifyOnly.word(of: kind) == word)
        #expect(KeyState.active.word(of: kind) == "active")
    }
}
