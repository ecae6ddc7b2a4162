import StrictJSON

/// A typed answer and the HTTP reply it came in.
public struct ReceivedAnswer<Answer: Sendable>: Sendable {
    public let answer: Answer
    public let reply: ConnectionReply
}

extension Connection {
    /// Calls a method and returns its answer.
    ///
    /// - Parameter headers: returns the headers that carry the credentials for the given body.
    public func call<M: Method>(
        _ method: M.Type, _ params: M.Params, headers: @Sendable ([UInt8]) throws -> [Header] = { _ in [] }
    ) async throws(CallFailure) -> M.Answer {
        try await exchange(method, params, headers: headers).answer
    }

    /// Calls a method and returns its answer together with the HTTP reply.
    public func exchange<M: Method>(
        _ method: M.Type, _ params: M.Params, headers: @Sendable ([UInt8]) throws -> [Header] = { _ in [] }
    ) async throws(CallFailure) -> ReceivedAnswer<M.Answer> {
        let body: [UInt8]
        let lines: [Header]
        do {
            body = try RequestWriter.body(M.name, params)
            lines = try headers(body)
        } catch {
            throw .unreadable(status: 0, reason: "the request could not be written: \(error)")
        }
        let reply: ConnectionReply
        do {
            reply = try await send(body, headers: lines)
        } catch {
            throw .unreachable(error)
        }
        return ReceivedAnswer(answer: try ResponseReader.read(M.Answer.self, from: reply), reply: reply)
    }
}

extension ConnectionReply {
    /// Reads the answer of a method from this reply.
    public func answer<M: Method>(to method: M.Type) throws(CallFailure) -> M.Answer {
        try ResponseReader.read(M.Answer.self, from: self)
    }
}

/// Writes a single JSON-RPC request. Its id is always 1, because each HTTP request carries one call.
public enum RequestWriter {
    public static func body(_ method: String, _ params: some Encodable) throws -> [UInt8] {
        var out = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
        JSON.string(method).encode(into: &out)
        out.append(contentsOf: #","params":"#.utf8)
        out.append(contentsOf: try WireEncoder().bytes(params))
        out.append(contentsOf: #","id":1}"#.utf8)
        return out
    }
}

/// Reads a single JSON-RPC response.
enum ResponseReader {
    static func read<A: Decodable>(_ type: A.Type, from reply: ConnectionReply) throws(CallFailure) -> A {
        guard let value = try? JSON(parsing: reply.body, limits: JSONLimits.ofAnswers),
            case .object(let response) = value
        else { throw .unreadable(status: reply.status, reason: "the body is not a JSON-RPC response") }
        if case .object(let error)? = response["error"] { throw .refused(RemoteFault(error, status: reply.status)) }
        guard let result = response["result"] else {
            throw .unreadable(status: reply.status, reason: "the response has neither result nor error")
        }
        do {
            return try WireDecoder(unknownMembers: .ignored).decode(A.self, from: result)
        } catch {
            throw .unreadable(status: reply.status, reason: "the result breaks the contract at \"\(error.path)\"")
        }
    }
}

extension JSONLimits {
    /// The limits for the answer of a service: 8 MiB, more than the largest page of a vault.
    fileprivate static var ofAnswers: JSONLimits {
        var limits = JSONLimits.standard
        limits.bytes = 8 << 20
        return limits
    }
}
