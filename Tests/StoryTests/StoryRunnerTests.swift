import PairSupport
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

    @Test(
        arguments: [
            ([["sent": 1], ["sent": 1], ["sent": 1]], true), ([["sent": 1], ["sent": 1], ["sent": 2]], false),
            ([["sent": 2], ["sent": 1], ["sent": 1]], false), ([["sent": 1], ["sent": 1]], false),
        ] as [([JSON], Bool)])
    func `each answer of a command that is carried out three times at once must be as expected`(
        answers: [JSON], isPlayed: Bool
    ) async throws {
        let step = #"{"as": "A", "do": "sync", "atOnce": 3, "expect": {"sent": 1, "fault": null}}"#
        if isPlayed { return try await play(step, answers) }
        await #expect(throws: StoryFailure.self) { try await play(step, answers) }
    }

    @Test(arguments: [
        #"{"as": "A", "do": "status", "loses": "session.status"}"#, #"{"as": "A", "putProfile": "A"}"#,
        #"{"copyProfile": "B"}"#,
    ]) func `a step that finds no answer to lose, no copy or no device ends the story`(_ step: String) async throws {
        let text = #"{"title": "t", "devices": {"A": "a phone"}, "steps": [\#(step)]}"#
        let story = try Story(Array(text.utf8)) { _ in "" }
        let driver = try await InProcessDriver(ServicePair())
        await #expect(throws: StoryError.self) { try await StoryRunner(driver).play(story) }
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

    @Test(
        arguments: [
            (#"["user states 7", "launch verifyTFA"]"#, ["user states 7", "launch verifyTFA"]), (nil, []), ("[]", nil),
            (#""user states 7""#, nil), (#"["user states 7", 8]"#, nil),
        ] as [(String?, [String]?)]) func `the marks of a step are texts`(marks: String?, read: [String]?) throws
    {
        let member = marks.map { #", "shows": \#($0)"# } ?? ""
        let text = #"{"title": "t", "steps": [{"note": "n"\#(member)}]}"#
        let shown = try? Story(Array(text.utf8)) { _ in "" }.steps[0].shows
        #expect(shown == read)
    }
}
