import Contracts
import Primitives
import StrictJSON

/// The members of a JSON object, read as the text and numbers of an entry. A member that is null counts as absent.
struct JSONFields {
    let object: JSONObject

    init(_ value: JSON) throws(EntryFault) {
        guard case .object(let object) = value else { throw .notAnObject }
        self.object = object
    }

    func text(_ name: String) throws(EntryFault) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .string(let text): return text
        case .bool, .number, .array, .object: throw .refused(name, why: "it is no text")
        }
    }

    /// The token of a number, or the text of a string, in which some apps write numbers.
    func number(_ name: String) throws(EntryFault) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .string(let text): return text
        case .number(let number): return number.token
        case .bool, .array, .object: throw .refused(name, why: "it is no number")
        }
    }

    /// The members of an object within this one.
    func fields(_ name: String) throws(EntryFault) -> JSONFields? {
        switch object[name] {
        case nil, .null: return nil
        case .object(let object)?: return try JSONFields(.object(object))
        case .bool, .number, .string, .array: throw .refused(name, why: "it is no object")
        }
    }
}

extension JSONObject {
    /// The elements of a member that must be an array.
    func elements(of name: String, _ format: ExchangeFormat) throws(ExchangeFault) -> [JSON] {
        guard case .array(let elements)? = self[name] else { throw .damaged(format, why: "it has no list “\(name)”") }
        return elements
    }

    func fields(_ name: String, _ format: ExchangeFormat) throws(ExchangeFault) -> JSONObject {
        guard case .object(let object)? = self[name] else { throw .damaged(format, why: "it has no object “\(name)”") }
        return object
    }
}

extension ReadFile {
    /// Makes the file of a list whose every element is an entry.
    init(
        _ format: ExchangeFormat, list elements: [JSON], _ read: (JSONFields) throws(EntryFault) -> EntryFields
    ) {
        self.init(format)
        entries = elements.enumerated().map { index, element in
            ReadEntry(.entry(index + 1)) { () throws(EntryFault) in try read(JSONFields(element)).body() }
        }
    }
}

extension OTPBody {
    /// The counter as JSON; 0 for an entry without one.
    var counterJSON: JSON { .number(JSONNumber(counter?.value ?? 0)) }

    var digitsJSON: JSON { .number(JSONNumber(digits)) }

    /// The period as JSON, the default for an entry without one.
    var periodJSON: JSON { .number(JSONNumber(period ?? OTPBody.defaultPeriod)) }
}
