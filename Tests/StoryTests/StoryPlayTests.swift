import DeviceCommands
import Foundation
import PairSupport
import Stories
import StrictJSON
import Synchronization
import Testing

/// Plays every story of `proto-json/stories` without a `kill` step in this process.
@Suite struct StoryPlayTests {
    @Test(arguments: StoryFiles.played) func `a story plays as written, and fails with any mutated expectation`(
        _ name: String
    ) async throws {
        let story = try StoryFiles.story(name)
        let transcript = Transcript()
        do {
            try await StoryRunner(RecordingDriver(InProcessDriver(ServicePair()), into: transcript)).play(story)
        } catch let failure as StoryFailure {
            Issue.record("\(name): \(failure)")
            return
        }
        let mutations = StoryMutation.all(of: story)
        #expect(!mutations.isEmpty)
        for mutation in mutations {
            await #expect(throws: StoryFailure.self, "\(name), \(mutation)") {
                try await StoryRunner(ReplayingDriver(transcript)).play(mutation.story)
            }
        }
    }

    @Test(arguments: CommandName.allCases) func `the page about the format names every command`(_ name: CommandName)
        throws
    {
        let page = try String(
            contentsOf: StoryFiles.folder.appendingPathComponent("../../Sources/Docs/Docs.docc/StoryFormat.md"),
            encoding: .utf8)
        let commands = try #require(page.split(separator: "## Commands").last)
        #expect(commands.contains("`\(name.rawValue)`"))
    }

    @Test func `the folder has the stories that the documentation lists`() {
        #expect(
            Set(StoryFiles.withoutKills).isSuperset(
                of: [
                    "approval-wait", "code-rules", "deletion", "family-end", "family-life", "family-lost-parent",
                    "family-new-tablet", "family-parents", "moved-group",
                    "reported-theft", "keep-and-come-back", "lost-answers",
                    "lost-only-phone",
                    "blocked", "forgotten-pin", "locked-phone", "offline-hours", "pin-login", "pin-new-device",
                    "another-number", "one-device", "one-device-approved", "pin-reset-at-home", "second-factor",
                    "former-versions", "main-job", "mass-deletion", "new-sim", "one-bag", "recycled-number",
                    "restored-phone",
                    "registration-expiry", "registration-moves", "required-credentials", "restored-vault",
                    "shared-tablet", "stolen-phone", "two-refreshes", "unauthorized-401",
                ]))
        #expect(Set(StoryFiles.names).subtracting(StoryFiles.withoutKills) == ["restarts"])
    }
}
