import StrictJSON

/// A method that a router serves: its facts, and its handler without the types of params and answer.
///
/// It is a class, so that a call retains one object instead of copying every fact.
final class Route: Sendable {
    let facts: MethodFacts
    /// Identifies the caller, decodes params, calls the handler and encodes the answer. The route of a constant answer
    /// only checks params.
    let run: @Sendable (JSON?, RequestContext) async throws -> [UInt8]
    /// One element for each case of `Listener`.
    private let servedAt: [Bool]

    init(facts: MethodFacts, run: @escaping @Sendable (JSON?, RequestContext) async throws -> [UInt8]) {
        self.facts = facts
        self.run = run
        servedAt = Listener.allCases.map { facts.listeners.contains($0) }
    }

    func isServed(at listener: Listener) -> Bool { servedAt[listener.index] }

    /// Returns params as an object of named members, after a check of their names and bounds.
    ///
    /// Positional params follow the order of the schema's members.
    ///
    /// - Throws: `invalidParams` with the path of the first invalid member. If there are too many positional params,
    ///   the path is the index of the first surplus one, such as `[2]`.
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

    static func decode<P: Decodable>(_ type: P.Type, from params: JSON) throws(Fault) -> P {
        do {
            return try WireDecoder().decode(P.self, from: params)
        } catch {
            throw Fault(.invalidParams, field: error.path)
        }
    }
}

extension Listener {
    /// The index of this case in `allCases`.
    fileprivate var index: Int {
        switch self {
        case .public: 0
        case .internal: 1
        case .administration: 2
        }
    }
}
