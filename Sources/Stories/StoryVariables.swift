public import StrictJSON

/// The values that later steps of a story refer to as `$name`: the people's numbers, `$code`, and what steps `take`.
public struct StoryVariables: Sendable {
    private var values: [String: JSON] = [:]

    public init() {}

    /// The value of a name, which is given without the `$`.
    public subscript(name: String) -> JSON? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Replaces each text that is a `$name` by its value.
    ///
    /// - Throws: `StoryError` for a name without a value.
    public func substituted(in value: JSON) throws -> JSON {
        switch value {
        case .string(let text) where text.hasPrefix("$"):
            guard let found = values[String(text.dropFirst())] else { throw StoryError("\(text) has no value yet") }
            return found
        case .null, .bool, .number, .string: return value
        case .array(let items): return .array(try items.map(substituted))
        case .object(let object): return .object(try substituted(in: object))
        }
    }

    public func substituted(in object: JSONObject) throws -> JSONObject {
        JSONObject(try object.map { ($0.key, try substituted(in: $0.value)) })
    }

    /// Sets a name to the value at a path within an answer, such as `sessions[0].sessionId`.
    public mutating func take(_ name: String, _ path: String, from value: JSON) throws {
        var found: JSON? = value
        for part in path.split(whereSeparator: { $0 == "." || $0 == "[" }) {
            found = part.hasSuffix("]") ? Int(part.dropLast()).flatMap { found?[$0] } : found?[String(part)]
        }
        guard let found else { throw StoryError("there is no \(path) to take as $\(name) in \(value.text)") }
        values[name] = found
    }
}
