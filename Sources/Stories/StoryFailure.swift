public import StrictJSON

/// A step whose answer was not as expected.
public struct StoryFailure: Error, CustomStringConvertible {
    /// The step's number from 1, and its summary.
    public let step: Int, summary: String
    /// The path within the expectation, such as `entries[1].issuer`; empty for the whole answer.
    public let path: String
    /// In `expected` the story's variables are replaced.
    public let expected: JSON, actual: JSON?

    public var description: String {
        """
        step \(step) (\(summary))\(path.isEmpty ? "" : " at \(path)"):
          expected \(expected.text)
          actual   \(actual?.text ?? "nothing")
        """
    }
}
