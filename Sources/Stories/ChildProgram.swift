import Foundation

/// A program that is run to its end as a child process.
struct ChildProgram: Sendable {
    struct Outcome: Sendable {
        /// The exit status.
        let status: Int32
        let output: [UInt8]
        let errors: String
    }

    let path: String

    /// Runs the program with these arguments and this standard input, on a thread of its own because it blocks.
    func run(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.runToEnd(arguments, input) })
            }
        }
    }

    private func runToEnd(_ arguments: [String], _ input: [UInt8]) throws -> Outcome {
        let process = Process(), stdin = Pipe(), stdout = Pipe(), stderr = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: Array(output), errors: String(decoding: errors, as: UTF8.self))
    }
}
