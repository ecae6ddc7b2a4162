import StrictJSON

/// The members of a JSON-RPC 2.0 request object (specification, section 4).
struct RequestEnvelope {
    /// The longest id that is a string, in bytes of UTF-8. The response repeats the id.
    static let maximumIDBytes = 256

    /// The id as received: a string, a number or null; nil for a notification.
    let id: JSON?
    let method: String
    /// The params by name or by position; nil if absent or null.
    let params: JSON?

    /// Reads a request object; a failure holds the id that its refusal must carry.
    static func read(_ value: JSON) -> Result<RequestEnvelope, Invalid> {
        guard case .object(let request) = value else { return .failure(Invalid(id: .null)) }
        let id = request["id"]
        switch id {
        case .string(let text)? where text.utf8.count > maximumIDBytes: return .failure(Invalid(id: .null))
        case nil, .null, .string, .number: break
        case .bool, .array, .object: return .failure(Invalid(id: .null))
        }
        guard request["jsonrpc"] == .string("2.0"), case .string(let method)? = request["method"] else {
            return .failure(Invalid(id: id ?? .null))
        }
        switch request["params"] {
        case nil, .null: return .success(RequestEnvelope(id: id, method: method, params: nil))
        case .object(let members): return .success(RequestEnvelope(id: id, method: method, params: .object(members)))
        case .array(let items): return .success(RequestEnvelope(id: id, method: method, params: .array(items)))
        case .bool, .number, .string: return .failure(Invalid(id: id ?? .null))
        }
    }

    /// The value is not a request object.
    struct Invalid: Error {
        let id: JSON
    }
}
