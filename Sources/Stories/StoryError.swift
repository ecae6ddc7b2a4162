/// A story that cannot be read or played as it is written.
public struct StoryError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
