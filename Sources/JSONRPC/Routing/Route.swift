import StrictJSON

/// One method made ready to answer: its facts, and its handler with the types taken off.
///
/// An object, so that a call takes hold of one thing and copies none of the facts.
final class Route: Sendable {
    let facts: MethodFacts
    /// Identifies the caller, reads params, calls the handler and writes its answer.
    let run: @Sendable (JSON?, RequestContext) async throws -> [UInt8]
    private let doors: [Bool]

    init(facts: MethodFacts, run: @escaping @Sendable (JSON?, RequestContext) async throws -> [UInt8]) {
        self.facts = facts
        self.run = run
        doors = Listener.allCases.map { facts.listeners.contains($0) }
    }

    /// Whether the method is served at this door.
    func isServed(at listener: Listener) -> Bool { doors[listener.place] }

    /// Params as an object of named members, held to their bounds.
    ///
    /// Positions follow the order of the document; too many are refused by count.
    static func named(_ params: JSON?, for schema: Schema) throws(Fault) -> JSON {
        let object: JSON
        switch params {
        case nil: object = .object([:])
        case .array(let items)?:
            let members = schema.members
            guard items.count <= members.count else { throw Fault(.invalidParams, field: "[\(members.count)]") }
            object = .object(JSONObject(zip(members, items).map { ($0.name, $1) }))
        case let value?: object = value
        }
        try schema.check(object, at: "")
        return object
    }

    /// Params decoded to their Swift type.
    static func decode<P: Decodable>(_ type: P.Type, from params: JSON) throws(Fault) -> P {
        do {
            return try WireDecoder().decode(P.self, from: params)
        } catch {
            throw Fault(.invalidParams, field: error.path)
        }
    }
}

extension Listener {
    /// The place in `allCases`.
    fileprivate var place: Int {
        switch self {
        case .public: 0
        case .internal: 1
        case .operations: 2
        }
    }
}
