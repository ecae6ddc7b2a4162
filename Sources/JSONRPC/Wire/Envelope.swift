import StrictJSON

/// One JSON-RPC 2.0 request, taken apart (specification, section 4).
struct Envelope {
    /// The id as it came: string, number or null; nil for a notification.
    let id: JSON?
    /// The method's name.
    let method: String
    /// Params by name or by position; nil where absent or null.
    let params: JSON?

    /// Takes one value apart, or says with which id it must be refused.
    static func open(_ value: JSON) -> Result<Envelope, Misfit> {
        guard case .object(let request) = value else { return .failure(Misfit(id: .null)) }
        let id = request["id"]
        switch id {
        case nil, .null, .string, .number: break
        case .bool, .array, .object: return .failure(Misfit(id: .null))
        }
        guard request["jsonrpc"] == .string("2.0"), case .string(let method)? = request["method"] else {
            return .failure(Misfit(id: id ?? .null))
        }
        switch request["params"] {
        case nil, .null: return .success(Envelope(id: id, method: method, params: nil))
        case .object(let members): return .success(Envelope(id: id, method: method, params: .object(members)))
        case .array(let items): return .success(Envelope(id: id, method: method, params: .array(items)))
        case .bool, .number, .string: return .failure(Misfit(id: id ?? .null))
        }
    }

    /// A value that is no request, with the id its refusal carries.
    struct Misfit: Error {
        let id: JSON
    }
}
