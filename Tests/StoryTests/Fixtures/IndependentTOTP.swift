import Foundation
import Support

/// Runs `scripts/lib/totp.py`, which computes codes without any of our code.
enum IndependentTOTP {
    /// - Parameter entry: the JSON of a listed entry with its shared key and `atMs`.
    static func code(_ entry: String) throws -> String {
        let script = StoryFiles.folder.appendingPathComponent("../../scripts/lib/totp.py").standardizedFileURL
        let child = try ChildProcess(["python3", script.path])
        child.write(entry)
        child.endInput()
        return child.rest().filter { !$0.isWhitespace }
    }
}
