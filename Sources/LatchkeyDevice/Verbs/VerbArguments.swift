import Domain
import Primitives
import StrictJSON

/// What a verb was given; a name it does not know, or a value of another type, is refused.
struct VerbArguments {
    private let verb: Verb
    private let given: JSONObject

    init(_ given: JSONObject, for verb: Verb) throws(DeviceFault) {
        if let stranger = given.keys.first(where: { !verb.arguments.contains($0) }) {
            throw .argument("\(verb.rawValue) takes no “\(stranger)”")
        }
        self.verb = verb
        self.given = given
    }

    /// A text that must be there.
    func text(_ name: String) throws(DeviceFault) -> String {
        guard let text = try textIfAny(name) else { throw .argument("\(verb.rawValue) needs “\(name)”") }
        return text
    }

    /// A text that may be left out.
    func textIfAny(_ name: String) throws(DeviceFault) -> String? {
        switch given[name] {
        case nil, .null: return nil
        case .string(let text): return text
        case .bool, .number, .array, .object: throw .argument("“\(name)” must be a text")
        }
    }

    /// A yes or no; no when left out.
    func flag(_ name: String) throws(DeviceFault) -> Bool {
        switch given[name] {
        case nil, .null: return false
        case .bool(let value): return value
        case .string, .number, .array, .object: throw .argument("“\(name)” must be true or false")
        }
    }

    /// Any JSON.
    func json(_ name: String) -> JSON? { given[name] }

    /// A text that must be of a type of its own.
    func value<T>(_ name: String, _ expected: String, _ make: (String) -> T?) throws(DeviceFault) -> T {
        guard let value = make(try text(name)) else { throw .argument("“\(name)” must be \(expected)") }
        return value
    }

    /// The one-time code.
    func code() throws(DeviceFault) -> OneTimeCode { try value("code", "six digits") { OneTimeCode($0) } }

    /// What becomes of the entries.
    func choice() throws(DeviceFault) -> SecretChoice {
        try value("choice", "keep or delete") { SecretChoice(rawValue: $0) }
    }
}
