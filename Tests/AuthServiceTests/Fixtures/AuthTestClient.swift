import Contracts
import DPoP
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

/// A device that calls auth: its key signs the proofs that methods demand (DPoP), and it keeps the server's last nonce
/// and its session.
final class AuthTestClient: TestClient {
    typealias Token = AccessToken

    let key: DeviceKey
    let name: String
    private let fixture: AuthServiceFixture
    private let connection: InProcessConnection
    private let nonce = Mutex<String?>(nil)
    private let held = Mutex<SessionGrant?>(nil)
    private let madeFactor = Mutex<AuthenticatorSecret?>(nil)

    init(name: String, fixture: AuthServiceFixture, address: String? = nil) {
        key = .generate(fixture.random)
        self.name = name
        self.fixture = fixture
        connection = InProcessConnection(
            to: fixture.router, from: address ?? "100.64.\(fixture.random.below(250)).7")
    }

    var random: RandomSource { fixture.random }

    /// The session of this device.
    var session: SessionGrant? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    /// The authenticator that this operator has made.
    var authenticator: AuthenticatorSecret? {
        get { madeFactor.withLock { $0 } }
        set { madeFactor.withLock { $0 = newValue } }
    }

    /// Calls a method with the credentials its contract demands; `token` replaces the access token of the session.
    ///
    /// A fault that the contract does not declare fails the test. A stale nonce is answered with a second attempt.
    func call<M: Method>(_ method: M.Type, _ params: M.Params, token: AccessToken? = nil) async throws -> M.Answer {
        try await fixture.notingAudit(method) {
            do {
                return try await send(method, params, token)
            } catch let fault as RemoteFault where fault.isKind(.proofRefused) && fault.data["reason"] == "staleNonce" {
                return try await send(method, params, token)
            }
        }
    }

    private func send<M: Method>(_ method: M.Type, _ params: M.Params, _ token: AccessToken?) async throws -> M.Answer {
        if nonce.withLock({ $0 }) == nil { try await fetchNonce() }
        let body = try RequestWriter.body(M.name, params)
        let reply = try await connection.send(body, headers: headers(M.self, body, token ?? session?.accessToken))
        if let fresh = reply.header("DPoP-Nonce") { nonce.withLock { $0 = fresh } }
        guard case .object(let response)? = try? JSON(parsing: reply.body) else { throw PreparationFailure("no JSON") }
        if let result = response["result"] { return try WireDecoder().decode(M.Answer.self, from: result) }
        return try await refuse(method, body, reply)
    }

    /// Decodes the refusal as a client does, and throws it. Expects a fault that the contract declares, with the HTTP
    /// status and the `WWW-Authenticate` header that belong to it.
    private func refuse<M: Method>(_ method: M.Type, _ body: [UInt8], _ reply: ConnectionReply) async throws -> M.Answer
    {
        do {
            return try await Replay(reply: reply).call(
                method,
                try WireDecoder().decode(
                    M.Params.self, from: JSON(parsing: body)["params"] ?? .null))
        } catch let failure as CallFailure {
            guard let fault = failure.fault else { throw failure }
            let declared = M.faults + FaultTable.implied(by: MethodFacts(M.self))
            #expect(declared.contains { $0.name == fault.name }, "\(M.name) does not declare \(fault.name)")
            let kind = FaultTable.named(fault.name)
            #expect(reply.status == (kind?.isUnauthorized == true ? 401 : 200), "\(fault.name)")
            #expect((reply.header("WWW-Authenticate") != nil) == (reply.status == 401))
            throw fault
        }
    }

    private func fetchNonce() async throws {
        let reply = try await connection.send(try RequestWriter.body(ServiceVersion.name, Nothing()), headers: [])
        nonce.withLock { $0 = reply.header("DPoP-Nonce") }
    }

    private func headers<M: Method>(_ method: M.Type, _ body: [UInt8], _ token: AccessToken?) throws -> [Header] {
        switch M.credential {
        case .open, .administrator, .service, .assertion: []
        case .deviceProof: [try proof(M.name, body, nil)]
        case .session, .sessionOrDelegation: bearer(token)
        case .sessionWithProof: bearer(token) + [try proof(M.name, body, token)]
        }
    }

    private func bearer(_ token: AccessToken?) -> [Header] {
        token.map { [Header("Authorization", "Bearer \($0.reveal)")] } ?? []
    }

    /// Makes a request proof with this device's key and the last nonce.
    func proof(_ method: String, _ body: [UInt8], _ token: AccessToken?, nonce other: String? = nil) throws -> Header {
        let text = try RequestProof.make(
            key: key, method: method, body: body, url: AuthServiceFixture.address,
            nonce: other ?? nonce.withLock { $0 },
            accessToken: token?.reveal, random: fixture.random)
        return Header("DPoP", text)
    }

    /// Sends a body unchanged.
    func raw(_ body: [UInt8], headers: [Header]) async throws -> ConnectionReply {
        if nonce.withLock({ $0 }) == nil { try await fetchNonce() }
        return try await connection.send(body, headers: headers)
    }
}

/// A connection that answers one given reply, so that the client's decoding reads it.
private struct Replay: Connection {
    let reply: ConnectionReply
    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply { reply }
}
