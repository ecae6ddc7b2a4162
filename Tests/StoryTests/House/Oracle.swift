import Foundation

/// Programs that are not ours.
enum Oracle {
    /// A code made by `scripts/lib/totp.py` from the entry on its standard input.
    static func totp(_ entry: String) throws -> String {
        let script = StoryFiles.folder.appendingPathComponent("../../scripts/lib/totp.py").standardizedFileURL
        let process = Process(), input = Pipe(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(entry.utf8))
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: answer, as: UTF8.self).filter { !$0.isWhitespace }
    }
}
