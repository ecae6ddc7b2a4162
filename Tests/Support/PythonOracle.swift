import Glibc

/// Runs an independent implementation to compare with: a Python script with packages that `scripts/test` installs.
public enum PythonOracle {
    /// The reason the script could not run.
    public struct Failure: Error, CustomStringConvertible {
        /// The failure, with the output of the script.
        public let description: String
    }

    /// Runs a script with `input` on its standard input and returns its output.
    ///
    /// - Throws: ``Failure`` if Python or a package is missing or the script fails, so that the test fails and is not
    ///   skipped.
    public static func run(_ script: String, packages: [String], input: String) throws -> String {
        let folder = scratchFolder()
        let imports = packages.map { "import \($0)\n" }.joined()
        try write(imports, to: folder + "/packages.py")
        try write(script, to: folder + "/script.py")
        try write(input, to: folder + "/input")
        let missing = try ChildProcess.run(["python3", folder + "/packages.py"])
        guard missing.status == 0 else {
            throw Failure(
                description: "python3 with \(packages.joined(separator: ", ")) is needed; scripts/test installs them. "
                    + missing.output)
        }
        let answer = try ChildProcess.run(["sh", "-c", "python3 \(folder)/script.py < \(folder)/input"])
        guard answer.status == 0 else { throw Failure(description: "the oracle failed: \(answer.output)") }
        return answer.output
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Failure(description: "cannot write \(path)") }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Failure(description: "cannot write \(path)")
        }
    }
}
