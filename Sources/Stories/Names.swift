public import StrictJSON

/// What a story has learnt so far: `$ada`, `$code`, and whatever steps took.
public struct Names: Sendable {
    private var known: [String: JSON] = [:]

    /// Nothing learnt yet.
    public init() {}

    /// Reads and remembers a value, without the `$`.
    public subscript(name: String) -> JSON? {
        get { known[name] }
        set { known[name] = newValue }
    }

    /// The value with each text that is a `$name` replaced by what is remembered.
    public func filled(_ value: JSON) throws -> JSON {
        switch value {
        case .string(let text) where text.hasPrefix("$"):
            guard let found = known[String(text.dropFirst())] else { throw StoryMistake("\(text) is not known yet") }
            return found
        case .null, .bool, .number, .string: return value
        case .array(let items): return .array(try items.map(filled))
        case .object(let object): return .object(try filled(object))
        }
    }

    /// The object with its values filled.
    public func filled(_ object: JSONObject) throws -> JSONObject {
        JSONObject(try object.map { ($0.key, try filled($0.value)) })
    }

    /// Remembers the value at a path such as `sessions[0].sessionId`.
    public mutating func take(_ name: String, _ path: String, from value: JSON) throws {
        var found: JSON? = value
        for part in path.split(whereSeparator: { $0 == "." || $0 == "[" }) {
            found = part.hasSuffix("]") ? Int(part.dropLast()).flatMap { found?[$0] } : found?[String(part)]
        }
        guard let found else { throw StoryMistake("there is no \(path) to take as $\(name) in \(value.text)") }
        known[name] = found
    }
}
