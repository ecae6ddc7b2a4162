import Foundation

/// A program run to its end.
struct Program: Sendable {
    /// How it ended, and what it said.
    struct Outcome: Sendable {
        let status: Int32
        let output: [UInt8]
        let complaint: String
    }

    let path: String
    var environment: [String: String] = [:]

    /// Runs it with these words and this input.
    func run(_ words: [String], input: [UInt8] = []) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.runToEnd(words, input) })
            }
        }
    }

    private func runToEnd(_ words: [String], _ input: [UInt8]) throws -> Outcome {
        let process = Process(), stdin = Pipe(), stdout = Pipe(), stderr = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: Array(output),
            complaint: String(decoding: complaint, as: UTF8.self))
    }
}
