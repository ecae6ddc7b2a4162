import AuthStore
import Contracts
import Cryptography
import JSONRPC
import Primitives
import StrictJSON

extension Auth {
    /// Makes the idempotency key of a request; nil where the caller gave no `requestId`.
    ///
    /// The content is hashed under a key, since a plain hash would let a one-time code in it be guessed.
    /// - Parameter target: what the request acts on where its params do not say so, such as the caller's own session in
    ///   `session.logout`.
    func idempotencyKey<M: Method>(
        _ method: M.Type, _ request: RequestID?, _ params: M.Params, owner: [UInt8] = [], thumbprint: String,
        target: [UInt8] = []
    ) throws -> IdempotencyKey? {
        guard let request else { return nil }
        return try idempotencyKey(
            method, params, owner: owner, thumbprint: thumbprint, target: target, keys.hash
        ) { _ in request }
    }

    /// Makes the idempotency key of a sign-in, or of a call that makes recovery codes. It holds keyed hashes of the
    /// `requestId`, because the session's first refresh token or the codes are derived from the id itself.
    func signInKey<M: Method>(
        _ method: M.Type, _ request: RequestID?, _ params: M.Params, owner: [UInt8] = [], thumbprint: String
    ) throws -> IdempotencyKey? {
        guard let request else { return nil }
        let text = LengthPrefixed.encode("latchkey/request-id/1", Array(M.name.utf8), request.bytes)
        return try idempotencyKey(method, params, owner: owner, thumbprint: thumbprint, target: [], keys.hash) { key in
            RequestID(bits: HMACSHA256.tag(key: key, text).prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
        }
    }

    private func idempotencyKey<M: Method>(
        _ method: M.Type, _ params: M.Params, owner: [UInt8], thumbprint: String, target: [UInt8],
        _ keys: NumberedKeys, identify: (Key256) -> RequestID
    ) throws -> IdempotencyKey {
        let content = try WireEncoder().encode(params).canonical()
        let text = LengthPrefixed.encode("latchkey/request/1", Array(M.name.utf8), content, target)
        var requests: [RequestID] = []
        for (_, key) in keys.all.sorted(by: { $0.key < $1.key }) {
            let request = identify(key)
            if !requests.contains(request) { requests.append(request) }
        }
        return IdempotencyKey(
            owner: owner, thumbprint: thumbprint, method: M.name, requests: requests,
            macs: keys.all.mapValues { HMACSHA256.tag(key: $0, text) }, hashKey: keys.active)
    }

    /// Performs a request, or answers it from the stored response where it has taken effect before.
    ///
    /// After a refusal the stored response is looked up again: a parallel call with the same `requestId` may have taken
    /// effect, and its success may be the very reason for the refusal.
    func replayOrPerform<A>(
        _ key: IdempotencyKey?, replay: (StoredResponse) async throws -> A, perform: () async throws -> A
    ) async throws -> A {
        guard let key else { return try await perform() }
        if let stored = try await store.storedResponse(for: key) { return try await replay(stored) }
        do {
            return try await perform()
        } catch let fault as Fault {
            guard let stored = try await store.storedResponse(for: key) else { throw fault }
            return try await replay(stored)
        }
    }

    /// Encodes an answer to be stored; only for answers without credentials.
    func storable(_ answer: some Encodable) throws -> [UInt8] { try WireEncoder().bytes(answer) }

    /// Decodes the stored answer; throws `requestIdReused` where the earlier request had other content.
    func storedAnswer<A: Decodable>(_ stored: StoredResponse) throws -> A {
        switch stored {
        case .response(let bytes, _):
            try WireDecoder(unknownMembers: .ignored).decode(A.self, from: JSON(parsing: bytes))
        case .keyReused: throw Fault(.requestIdReused)
        }
    }
}
