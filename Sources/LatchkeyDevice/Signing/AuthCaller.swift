import DPoP
import JSONRPC
import Primitives
import Synchronization

/// Calls auth with a request proof, learning the server's nonce as it goes.
final class AuthCaller: Sendable {
    private let connection: any Connection
    private let url: String
    private let key: DeviceKey
    private let clock: WallClock
    private let random: RandomSource
    private let nonce = Mutex<String?>(nil)

    init(connection: any Connection, url: String, key: DeviceKey, clock: WallClock, random: RandomSource) {
        self.connection = connection
        self.url = url
        self.key = key
        self.clock = clock
        self.random = random
    }

    /// Calls a method; a stale proof is made anew once, with the nonce that came with the refusal.
    func call<M: Method>(
        _ method: M.Type, _ params: M.Params, token: AccessToken? = nil
    ) async throws(CallFailure) -> M.Answer {
        do {
            return try await attempt(method, params, token)
        } catch {
            guard error.fault?.name == "proofRefused" else { throw error }
            return try await attempt(method, params, token)
        }
    }

    /// Sends a body as it is, with a proof for `method`; nothing is repeated and nothing read but the fresh nonce.
    func send(_ body: [UInt8], method: String, token: String?) async throws(ConnectionError) -> ConnectionReply {
        let known = nonce.withLock { $0 }
        let listening = Listening(to: connection) { fresh in self.nonce.withLock { $0 = fresh } }
        var headers = token.map { [Header("Authorization", "Bearer \($0)")] } ?? []
        let proof = try? RequestProof.make(
            key: key, method: method, body: body, url: url, nonce: known, accessToken: token, random: random,
            now: clock.now
        )
        if let proof { headers.append(Header("DPoP", proof)) }
        return try await listening.send(body, headers: headers)
    }

    private func attempt<M: Method>(
        _ method: M.Type, _ params: M.Params, _ token: AccessToken?
    ) async throws(CallFailure) -> M.Answer {
        let known = nonce.withLock { $0 }
        let listening = Listening(to: connection) { fresh in self.nonce.withLock { $0 = fresh } }
        return try await listening.call(method, params) { [key, url, clock, random] body in
            let proof = try RequestProof.make(
                key: key, method: M.name, body: body, url: url, nonce: known, accessToken: token?.reveal,
                random: random, now: clock.now)
            var headers = [Header("DPoP", proof)]
            if let token { headers.append(Header("Authorization", "Bearer \(token.reveal)")) }
            return headers
        }
    }
}

/// A connection that hears each fresh nonce on the way back.
private struct Listening: Connection {
    let connection: any Connection
    let heard: @Sendable (String) -> Void

    init(to connection: any Connection, heard: @escaping @Sendable (String) -> Void) {
        self.connection = connection
        self.heard = heard
    }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let reply = try await connection.send(body, headers: headers)
        if let nonce = reply.header("DPoP-Nonce") { heard(nonce) }
        return reply
    }
}
