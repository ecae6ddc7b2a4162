/// A story that cannot be read or played as it is written; the sentence says what is wrong with it.
public struct StoryMistake: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// A mistake.
    public init(_ description: String) { self.description = description }
}
