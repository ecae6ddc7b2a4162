import Stories
import StrictJSON
import Testing

@Suite struct StoryRunnerTests {
    private static let unavailable: JSON = ["fault": "unavailable", "data": ["retryAfterMs": 1000]]

    /// Plays a story of one step, which gets these answers one after the other.
    private func play(_ step: String, _ answers: [JSON]) async throws {
        let transcript = Transcript()
        for answer in answers { transcript.record(answer) }
        let text = #"{"title": "t", "devices": {"A": "a phone"}, "steps": [\#(step)]}"#
        try await StoryRunner(ReplayingDriver(transcript)).play(Story(Array(text.utf8)) { _ in "" })
    }

    @Test func `a step that is answered with unavailable is repeated`() async throws {
        try await play(
            #"{"as": "A", "do": "sync", "expect": {"sent": 1}}"#, [Self.unavailable, Self.unavailable, ["sent": 1]])
    }

    @Test func `a step that stays unavailable for more than 15 s fails`() async {
        await #expect(throws: StoryFailure.self) {
            try await play(
                #"{"as": "A", "do": "sync", "expect": {"sent": 1}}"#,
                Array(repeating: Self.unavailable, count: 16) + [["sent": 1]])
        }
    }

    @Test func `unavailable is not waited out where it is expected, nor where the step has a time limit`()
        async throws
    {
        try await play(#"{"as": "A", "do": "sync", "expect": {"fault": "unavailable"}}"#, [Self.unavailable])
        await #expect(throws: StoryFailure.self) {
            try await play(
                #"{"as": "A", "do": "sync", "within": 0, "expect": {"sent": 1}}"#, [Self.unavailable, ["sent": 1]])
        }
    }
}
