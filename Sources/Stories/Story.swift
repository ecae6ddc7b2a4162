import StrictJSON

/// One executable story: who takes part, and what they do one after another (STYLE.md, "Habits").
public struct Story: Sendable {
    /// What it shows, in one line.
    public let title: String
    /// The seed and situation it comes from; nil where it has none.
    public let seed: String?
    /// The people, by first name; `#` in a number stands for a digit the driver picks, so that it can be played again.
    public let people: [Person]
    /// The devices, by the letter steps call them.
    public let devices: [Phone]
    /// What happens.
    public let steps: [Step]

    /// Someone in the story.
    public struct Person: Sendable, Hashable {
        /// How steps name them, with a `$` before it.
        public let name: String
        /// Their number, or a pattern of one.
        public let phone: String
    }

    /// A device in the story.
    public struct Phone: Sendable, Hashable {
        /// How steps name it.
        public let name: String
        /// What it calls itself.
        public let title: String
    }

    /// Reads a story file.
    ///
    /// - Parameter file: gives the text of another file named in the story, relative to it.
    public init(_ bytes: [UInt8], file: (String) throws -> String) throws {
        guard case .object(let object) = try JSON(parsing: bytes) else { throw StoryMistake("a story is an object") }
        let known: Set<String> = ["title", "seed", "people", "devices", "steps"]
        if let stranger = object.keys.first(where: { !known.contains($0) }) {
            throw StoryMistake("a story has no “\(stranger)”")
        }
        guard let title = object["title"]?.string, let steps = object["steps"]?.array, !steps.isEmpty else {
            throw StoryMistake("a story needs a title and steps")
        }
        self.title = title
        seed = object["seed"]?.string
        people = try (object["people"]?.object ?? [:]).map { name, value in
            guard let phone = value["phone"]?.string else { throw StoryMistake("\(name) needs a phone number") }
            return Person(name: name, phone: phone)
        }
        devices = try (object["devices"]?.object ?? [:]).map { name, value in
            guard let title = value.string else { throw StoryMistake("device \(name) needs a name") }
            return Phone(name: name, title: title)
        }
        self.steps = try zip(1..., steps).map { try Step($1, number: $0, file: file) }
    }

    /// The same story with other steps.
    public func with(_ steps: [Step]) -> Story { Story(title, seed, people, devices, steps) }

    private init(_ title: String, _ seed: String?, _ people: [Person], _ devices: [Phone], _ steps: [Step]) {
        self.title = title
        self.seed = seed
        self.people = people
        self.devices = devices
        self.steps = steps
    }
}
