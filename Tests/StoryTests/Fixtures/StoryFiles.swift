import Foundation
import Stories

/// The stories of `proto-json/stories`.
enum StoryFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../proto-json/stories").standardizedFileURL

    /// The names of all stories, sorted.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// The stories without a `kill` step, which can be played in this process. One that cannot be read is included, so
    /// that its test fails.
    static let withoutKills = names.filter { name in
        let steps = (try? story(name).steps) ?? []
        return !steps.contains { if case .kill = $0.action { true } else { false } }
    }

    /// Those of ``withoutKills`` that this run plays: all, or the one that `LATCHKEY_TEST_STORY` names.
    static let played: [String] = {
        guard let named = getenv("LATCHKEY_TEST_STORY").map({ String(cString: $0) }), !named.isEmpty else {
            return withoutKills
        }
        precondition(withoutKills.contains(named), "LATCHKEY_TEST_STORY names no story without kills: \(named)")
        return [named]
    }()

    static func story(_ name: String) throws -> Story {
        try Story(Array(Data(contentsOf: folder.appendingPathComponent(name + ".json")))) { file in
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        }
    }
}
