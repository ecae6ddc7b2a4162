import Glibc

/// Another implementation asked for its opinion: a Python script with packages that `scripts/test` installs.
public enum PythonOracle {
    /// Why there is no opinion.
    public struct Silence: Error, CustomStringConvertible {
        /// One sentence, and what the script printed.
        public let description: String
    }

    /// Runs a script with `input` on its standard input and gives what it prints.
    ///
    /// Throws where Python or one of the packages is missing, and where the script fails: an oracle that cannot speak
    /// fails the test, it never skips it.
    public static func ask(_ script: String, packages: [String], input: String) throws -> String {
        let folder = scratchFolder()
        let imports = packages.map { "import \($0)\n" }.joined()
        try write(imports, to: folder + "/packages.py")
        try write(script, to: folder + "/script.py")
        try write(input, to: folder + "/input")
        let missing = try Child.run(["python3", folder + "/packages.py"])
        guard missing.status == 0 else {
            throw Silence(
                description: "python3 with \(packages.joined(separator: ", ")) is needed; scripts/test installs them. "
                    + missing.output)
        }
        let answer = try Child.run(["sh", "-c", "python3 \(folder)/script.py < \(folder)/input"])
        guard answer.status == 0 else { throw Silence(description: "the oracle failed: \(answer.output)") }
        return answer.output
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Silence(description: "cannot write \(path)") }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Silence(description: "cannot write \(path)")
        }
    }
}
