import Stories
import StrictJSON
import Synchronization
import Testing

/// Every story of `proto-json/stories` that kills nobody, in-process.
@Suite struct StoriesPlayTests {
    @Test(arguments: StoryFiles.withoutKills) func `goes as it is written, and fails where any expectation is altered`(
        _ name: String
    ) async throws {
        let story = try StoryFiles.story(name)
        let transcript = Transcript()
        do {
            let pair = try await StoryPair()
            try await Player(TranscribingDriver(pair.driver, into: transcript)).play(story)
        } catch let failure as StoryFailure {
            Issue.record("\(name): \(failure)")
            return
        }
        let alterations = Alteration.all(of: story)
        #expect(!alterations.isEmpty)
        for alteration in alterations {
            await #expect(throws: StoryFailure.self, "\(name), \(alteration)") {
                try await Player(ReplayingDriver(transcript)).play(alteration.story)
            }
        }
    }

    @Test func `the folder holds the stories of the issue`() {
        #expect(
            Set(StoryFiles.withoutKills).isSuperset(
                of: ["approval-wait", "code-rules", "deletion", "main-job", "unauthorized-401"]))
        #expect(Set(StoryFiles.names).subtracting(StoryFiles.withoutKills) == ["restarts"])
    }
}
