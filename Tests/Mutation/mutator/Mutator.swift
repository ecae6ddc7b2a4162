import Foundation
import Mutations

/// `mutator list ROOT FILE…` prints every mutation of the files, one JSON object a line; `mutator plant ROOT TARGET` reads lines of
/// `NUMBER INDEX FILE` and writes each named file of the folder ROOT to the folder TARGET with these mutations behind the switch.
@main struct Mutator {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list" where arguments.count > 3: try list(root: arguments[2], files: Array(arguments[3...]))
        case "plant" where arguments.count == 4: try plant(root: arguments[2], target: arguments[3])
        default:
            FileHandle.standardError.write(Data("usage: mutator list ROOT FILE… | mutator plant ROOT TARGET\n".utf8))
            exit(64)
        }
    }

    private struct Listed: Encodable {
        var file: String, index: Int, kind: String, line: Int, function: String, hash: String, ordinal: Int
        var original: String, mutated: String
    }

    private static func list(root: String, files: [String]) throws {
        let enums = try enums(root), encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for file in files {
            for (index, found) in Finder.mutations(of: try text(root, file), enums: enums).enumerated() {
                let line = Listed(
                    file: file, index: index, kind: found.kind.rawValue, line: found.line, function: found.function,
                    hash: found.functionHash, ordinal: found.ordinal, original: found.original, mutated: found.mutated)
                print(String(decoding: try encoder.encode(line), as: UTF8.self))
            }
        }
    }

    private static func plant(root: String, target: String) throws {
        let enums = try enums(root)
        var wanted: [String: [(number: Int, index: Int)]] = [:]
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            wanted[words[2], default: []].append((Int(words[0])!, Int(words[1])!))
        }
        for (file, chosen) in wanted {
            let text = try text(root, file), found = Finder.mutations(of: text, enums: enums)
            let planted = Planting.plant(chosen.map { ($0.number, found[$0.index]) }, in: text)
            try planted.write(toFile: "\(target)/\(file)", atomically: false, encoding: .utf8)
        }
    }

    private static func text(_ root: String, _ file: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    }

    /// The cases of all enums of the product.
    private static func enums(_ root: String) throws -> EnumCases {
        let files = FileManager.default.enumerator(atPath: "\(root)/Sources")!.compactMap { $0 as? String }
        let texts = try files.filter { $0.hasSuffix(".swift") }.sorted().map { try text(root, "Sources/\($0)") }
        return EnumCases(of: texts.filter { $0.contains("enum ") })
    }
}
