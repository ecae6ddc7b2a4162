import Foundation
import Stories

/// The stories of `proto-json/stories`.
enum StoryFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../proto-json/stories").standardizedFileURL

    /// Their names, in order.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    static func story(_ name: String) throws -> Story {
        try Story(Array(Data(contentsOf: folder.appendingPathComponent(name + ".json")))) { file in
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        }
    }
}
