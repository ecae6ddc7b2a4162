public import StrictJSON

/// A step whose expectation did not come true.
public struct StoryFailure: Error, CustomStringConvertible {
    /// Which step, counted from 1, and what it does.
    public let step: Int, doing: String
    /// Where in the expectation, such as `entries[1].issuer`; "" for all of it.
    public let place: String
    /// What the story says, and what came; names are filled in.
    public let expected: JSON, got: JSON?

    /// One line, then the two.
    public var description: String {
        """
        step \(step) (\(doing))\(place.isEmpty ? "" : " at \(place)"):
          expected \(expected.text)
          got      \(got?.text ?? "nothing")
        """
    }
}
