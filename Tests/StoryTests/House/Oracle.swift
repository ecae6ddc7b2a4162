import Foundation
import Support

/// Programs that are not ours.
enum Oracle {
    /// A code made by `scripts/lib/totp.py` from the entry on its standard input.
    static func totp(_ entry: String) throws -> String {
        let script = StoryFiles.folder.appendingPathComponent("../../scripts/lib/totp.py").standardizedFileURL
        let child = try Child(["python3", script.path])
        child.say(entry)
        child.endInput()
        return child.rest().filter { !$0.isWhitespace }
    }
}
