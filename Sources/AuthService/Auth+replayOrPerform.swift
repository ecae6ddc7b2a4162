import AuthStore
import Cryptography
import JSONRPC
import Primitives
import StrictJSON

extension Auth {
    /// A request that takes effect once; nil where the caller named none. Its content is hashed under a key, since a
    /// plain hash would let a code be guessed from it.
    /// - Parameter about: what the request is about beside its params, such as the session that logs itself out.
    func once<M: Method>(
        _ method: M.Type, _ request: RequestID?, _ params: M.Params, owner: [UInt8] = [], by thumbprint: String,
        about: [UInt8] = []
    ) throws -> Once? {
        guard let request else { return nil }
        let content = try WireEncoder().encode(params).canonical()
        let mac = HMACSHA256.tag(
            key: keys.hash, LengthPrefixed.encode("latchkey/request/1", Array(M.name.utf8), content, about))
        return Once(owner: owner, thumbprint: thumbprint, method: M.name, request: request, mac: mac)
    }

    /// Does a request's work, unless it was done before: then it is answered as it was.
    ///
    /// Looked up again after a refusal, because the same request may have taken effect in parallel: what refused this
    /// one is then only the other's success.
    func answered<A>(
        _ once: Once?, before: (Once.Memory) async throws -> A, _ work: () async throws -> A
    ) async throws -> A {
        guard let once else { return try await work() }
        if let memory = try await store.memory(of: once) { return try await before(memory) }
        do {
            return try await work()
        } catch let fault as Fault {
            guard let memory = try await store.memory(of: once) else { throw fault }
            return try await before(memory)
        }
    }

    /// The bytes an answer without credentials is kept as.
    func kept(_ answer: some Encodable) throws -> [UInt8] { try WireEncoder().bytes(answer) }

    /// An answer that was kept.
    func recalled<A: Decodable>(_ type: A.Type, from bytes: [UInt8]) throws -> A {
        try WireDecoder(unknownMembers: .ignored).decode(A.self, from: JSON(parsing: bytes))
    }
}
