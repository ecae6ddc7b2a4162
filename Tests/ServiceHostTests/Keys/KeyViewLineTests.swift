import Contracts
import Domain
import Primitives
import Testing

@testable import ServiceHost

@Suite struct KeyViewLineTests {
    @Test(
        arguments: [
            (.published, "kek-2 is published since 1970-01-01T00:00:00.001Z, not read by a, b"),
            (
                .active,
                "kek-2 is active since 1970-01-01T00:00:00.001Z, its file is missing or wrong at a, b: restore it"
            ),
        ] as [(KeyState, String)])
    func `the file of a published key is to be copied, and that of a key in use to be restored`(
        state: KeyState, line: String
    ) throws {
        let key = KeyView(
            key: try #require(KeyID(.kek, 2)), state: Open(state), sinceMs: Instant(ms: 1), missingAt: ["a", "b"])
        #expect(key.line(countingRowsAs: "data keys") == line)
    }
}
