import Stories
import StrictJSON
import Testing

@Suite struct PlayerTests {
    private static let doubt: JSON = ["fault": "unavailable", "data": ["retryAfterMs": 1000]]

    /// Plays one step to which these are the answers, one after the other.
    private func play(_ step: String, _ answers: [JSON]) async throws {
        let transcript = Transcript()
        for answer in answers { transcript.note(answer) }
        let text = #"{"title": "t", "devices": {"A": "a phone"}, "steps": [\#(step)]}"#
        try await Player(ReplayingDriver(transcript)).play(Story(Array(text.utf8)) { _ in "" })
    }

    @Test func `a step that is answered with unavailable is done again`() async throws {
        try await play(#"{"as": "A", "do": "sync", "expect": {"sent": 1}}"#, [Self.doubt, Self.doubt, ["sent": 1]])
    }

    @Test func `what stays unavailable fails`() async {
        await #expect(throws: StoryFailure.self) {
            try await play(
                #"{"as": "A", "do": "sync", "expect": {"sent": 1}}"#,
                Array(repeating: Self.doubt, count: 16) + [["sent": 1]])
        }
    }

    @Test func `unavailable is an answer where it is expected, and no excuse where the step says within what time`()
        async throws
    {
        try await play(#"{"as": "A", "do": "sync", "expect": {"fault": "unavailable"}}"#, [Self.doubt])
        await #expect(throws: StoryFailure.self) {
            try await play(
                #"{"as": "A", "do": "sync", "within": 0, "expect": {"sent": 1}}"#, [Self.doubt, ["sent": 1]])
        }
    }
}
