import Contracts
public import DPoP
public import JSONRPC
public import Primitives
import Synchronization

/// Calls `latchkey-auth` with a request proof signed by the device key, and keeps the nonce that each reply brings for
/// the next proof.
public final class AuthClient: Sendable {
    private let connection: any Connection
    private let url: String
    private let key: DeviceKey
    private let clock: WallClock
    private let random: RandomSource
    private let nonce = Mutex<String?>(nil)

    /// - Parameter url: the public address of auth, which proofs name.
    public init(connection: any Connection, url: String, key: DeviceKey, clock: WallClock, random: RandomSource) {
        self.connection = connection
        self.url = url
        self.key = key
        self.clock = clock
        self.random = random
    }

    /// The thumbprint of the device key.
    var thumbprint: String { key.thumbprint }

    /// Calls a method. A call refused with `proofRefused` is repeated once, since the refusal brought a fresh nonce.
    public func call<M: Method>(
        _ method: M.Type, _ params: M.Params, token: AccessToken? = nil
    ) async throws(CallFailure) -> M.Answer {
        let proving = ProvingConnection(client: self, method: M.name, token: token)
        do {
            return try await proving.call(method, params)
        } catch {
            guard error.fault?.isKind(.proofRefused) == true else { throw error }
            return try await proving.call(method, params)
        }
    }

    /// Sends a request body as it is with a proof for `method`; nothing is repeated.
    func send(_ body: [UInt8], method: String, token: AccessToken?) async throws(ConnectionError) -> ConnectionReply {
        let proof: String
        do {
            proof = try RequestProof.make(
                key: key, method: method, body: body, url: url, nonce: nonce.withLock { $0 },
                accessToken: token?.reveal, random: random, now: clock.now)
        } catch {
            throw ConnectionError("the request proof cannot be made: \(error)", mayHaveBeenSent: false)
        }
        let reply = try await connection.send(
            body, headers: [Header("DPoP", proof)] + (token.map { [.bearer($0)] } ?? []))
        if let fresh = reply.header("DPoP-Nonce") { nonce.withLock { $0 = fresh } }
        return reply
    }
}

/// The connection of one call: it adds the proof and the token to the body that is about to be sent.
private struct ProvingConnection: Connection {
    let client: AuthClient
    let method: String
    let token: AccessToken?

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        try await client.send(body, method: method, token: token)
    }
}
