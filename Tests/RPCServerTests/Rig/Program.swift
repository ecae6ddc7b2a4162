import Glibc

/// Another program, run to its end.
enum Program {
    /// Runs a command; gives what it printed on either stream.
    static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let line = words.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
        guard let pipe = popen(line + " 2>&1", "r") else { throw RawClient.Trouble(description: "cannot run \(line)") }
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, pipe), count > 0 { output += part[..<count] }
        return (pclose(pipe), String(decoding: output, as: UTF8.self))
    }
}
