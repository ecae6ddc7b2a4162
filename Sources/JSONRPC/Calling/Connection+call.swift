import StrictJSON

/// A typed answer and the headers it came with.
public struct Answered<Answer: Sendable>: Sendable {
    /// The `result` member.
    public let answer: Answer
    /// Header lines, such as `DPoP-Nonce`.
    public let reply: ConnectionReply
}

extension Connection {
    /// Calls a method and reads its answer.
    ///
    /// - Parameter headers: makes the credentials for the body about to be sent.
    public func call<M: Method>(
        _ method: M.Type, _ params: M.Params, headers: @Sendable ([UInt8]) throws -> [Header] = { _ in [] }
    ) async throws(CallFailure) -> M.Answer {
        try await exchange(method, params, headers: headers).answer
    }

    /// Calls a method; gives the answer with the HTTP around it.
    public func exchange<M: Method>(
        _ method: M.Type, _ params: M.Params, headers: @Sendable ([UInt8]) throws -> [Header] = { _ in [] }
    ) async throws(CallFailure) -> Answered<M.Answer> {
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
        return Answered(answer: try ResponseReader.read(M.Answer.self, from: reply), reply: reply)
    }
}

/// Writes a single request; its id is always 1, since a connection carries one at a time.
public enum RequestWriter {
    /// The bytes of a request for `method`.
    public static func body(_ method: String, _ params: some Encodable) throws -> [UInt8] {
        var out = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
        JSON.string(method).encode(into: &out)
        out.append(contentsOf: #","params":"#.utf8)
        out.append(contentsOf: try WireEncoder().bytes(params))
        out.append(contentsOf: #","id":1}"#.utf8)
        return out
    }
}

/// Reads a single response.
enum ResponseReader {
    static func read<A: Decodable>(_ type: A.Type, from reply: ConnectionReply) throws(CallFailure) -> A {
        guard let value = try? JSON(parsing: reply.body, limits: JSONLimits.ofAnswers),
            case .object(let response) = value
        else { throw .unreadable(status: reply.status, reason: "the body is not a JSON-RPC answer") }
        if case .object(let error)? = response["error"] { throw .refused(RemoteFault(error, status: reply.status)) }
        guard let result = response["result"] else {
            throw .unreadable(status: reply.status, reason: "neither result nor error")
        }
        do {
            return try WireDecoder(unknownMembers: .ignored).decode(A.self, from: result)
        } catch {
            throw .unreadable(status: reply.status, reason: "the result is not of the contract: \(error.path)")
        }
    }
}

extension JSONLimits {
    /// What a caller accepts of a service it trusts: a full page of a vault and more.
    fileprivate static var ofAnswers: JSONLimits {
        var limits = JSONLimits.standard
        limits.bytes = 8 << 20
        return limits
    }
}
