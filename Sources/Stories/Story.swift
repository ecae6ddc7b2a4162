import StrictJSON

/// One executable story: its people, their devices, and the steps one after another.
public struct Story: Sendable {
    /// The subject of the story, in one line.
    public let title: String
    /// The source documents and the parts of them that the story plays; nil where there are none.
    public let source: String?
    public let people: [Person]
    public let devices: [Device]
    public var steps: [StoryStep]

    public struct Person: Sendable, Hashable {
        /// The first name; steps refer to the number as `$name`.
        public let name: String
        /// The number. Each `#` stands for a digit chosen at random, so that a story can be played again.
        public let phone: String
    }

    public struct Device: Sendable, Hashable {
        /// The letter that steps name in `as`.
        public let name: String
        /// The name of the device in lists of sessions.
        public let title: String
    }

    /// Reads a story.
    ///
    /// - Parameter file: returns the text of a file that the story names, relative to the story.
    public init(_ bytes: [UInt8], file: (String) throws -> String) throws {
        guard case .object(let object) = try JSON(parsing: bytes) else { throw StoryError("a story is an object") }
        let known: Set<String> = ["title", "source", "people", "devices", "steps"]
        if let unknown = object.keys.first(where: { !known.contains($0) }) {
            throw StoryError("a story has no “\(unknown)”")
        }
        guard let title = object["title"]?.string, let steps = object["steps"]?.array, !steps.isEmpty else {
            throw StoryError("a story needs a title and steps")
        }
        self.title = title
        source = object["source"]?.string
        people = try (object["people"]?.object ?? [:]).map { name, value in
            guard let phone = value["phone"]?.string else { throw StoryError("\(name) needs a phone number") }
            return Person(name: name, phone: phone)
        }
        devices = try (object["devices"]?.object ?? [:]).map { name, value in
            guard let title = value.string else { throw StoryError("device \(name) needs a name") }
            return Device(name: name, title: title)
        }
        self.steps = try zip(1..., steps).map { try StoryStep($1, number: $0, file: file) }
    }
}
