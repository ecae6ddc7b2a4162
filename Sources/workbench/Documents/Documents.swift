import ArgumentParser
import Contracts
import Foundation
import JSONRPC

/// Writes the documents that are generated from the Swift types and deletes leftover ones, or checks that nothing is to
/// be written or deleted.
struct Documents: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write proto-json's generated documents; delete other files in its folders examples and machines.")

    @Flag(help: "Write and delete nothing; exit with status 1 if a run would write or delete.") var check = false
    @Option(help: "The folder of the documents.") var folder = "proto-json"

    func run() throws {
        let pages = ContractPages.all + FaultPages.all + ExamplePages.all + MachinePages.all
        let generated = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.bytes) })
        let stale = pages.filter {
            FileManager.default.contents(atPath: "\(folder)/\($0.path)").map(Array.init) != $0.bytes
        }
        let leftover = try Self.existing(in: folder).filter { generated[$0] == nil }
        guard !check else {
            for path in stale.map(\.path) + leftover { print("  stale: \(folder)/\(path)") }
            print("  \(pages.count) generated documents")
            guard stale.isEmpty, leftover.isEmpty else {
                print("  write them with: scripts/dev docs")
                throw ExitCode(1)
            }
            return
        }
        for page in stale {
            let file = URL(fileURLWithPath: "\(folder)/\(page.path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(page.bytes).write(to: file, options: .atomic)
        }
        for path in leftover { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
        print("\(pages.count) documents, \(stale.count) written, \(leftover.count) removed")
    }

    /// Returns the paths of all files in the folders that contain only generated documents.
    private static func existing(in folder: String) throws -> [String] {
        try ["examples", "machines"].flatMap { name in
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { return [String]() }
            return try FileManager.default.contentsOfDirectory(atPath: path).map { "\(name)/\($0)" }
        }
    }
}

/// One generated document.
struct Page {
    /// The path inside proto-json.
    let path: String
    let bytes: [UInt8]

    init(_ path: String, _ text: String) {
        self.path = path
        bytes = Array(text.utf8)
    }

    init(_ path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
