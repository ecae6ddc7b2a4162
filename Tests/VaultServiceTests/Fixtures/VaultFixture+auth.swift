import Contracts
import Glibc
import JSONRPC
import Primitives
import SQL
import ServiceAuth
import Support

/// The credential of a call to the vault's internal listener.
enum ServiceCredential: Sendable {
    case session(ServiceSession)
    /// The text of the header that authenticates a service call; no header if nil.
    case header(String?)
}

/// The auth service as a client of the vault's internal listener.
struct AuthClient: TestClient {
    typealias Token = ServiceCredential

    let fixture: VaultFixture

    /// Opens an authenticated session with the vault.
    func openSession() async throws -> ServiceSession {
        let handshake = ClientHandshake(
            by: fixture.authKey, to: "vault", now: fixture.clock.now, random: fixture.random)
        let answer = try await InProcessConnection(to: fixture.router, at: .internal)
            .call(ServiceAuthenticate.self, .init(assertion: handshake.assertion))
        return try handshake.finish(
            HandshakeResponse(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expires: answer.expiresAtMs),
            peers: PeerKeys([("vault", fixture.vaultKey.publicKey)]))
    }

    /// Calls a method with a credential, or in a new session of auth if nil.
    func call<M: Method>(
        _ method: M.Type, _ params: M.Params, token credential: ServiceCredential?
    ) async throws -> M.Answer {
        let credential = if let credential { credential } else { ServiceCredential.session(try await openSession()) }
        return try await InProcessConnection(to: fixture.router, at: .internal).call(method, params) { body in
            switch credential {
            case .session(let session):
                [header(session.header(path: "/rpc", body: body, now: fixture.clock.now, random: fixture.random))]
            case .header(let text): text.map { [header($0)] } ?? []
            }
        }
    }

    func call<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await call(method, params, token: nil)
    }

    private func header(_ text: String) -> Header { Header(ServiceCallScheme.headerName, text) }
}

extension VaultFixture {
    /// The auth service as a client of the vault.
    var authClient: AuthClient { AuthClient(fixture: self) }

    /// The acknowledged position of a device and the time of its acknowledgement, from the database.
    func acknowledgement(of device: DeviceID) async throws -> (seq: Int64, at: Int64)? {
        let statement = Statement(
            "SELECT acked_seq, last_seen FROM vault_device WHERE device = $1", .identifier(device))
        return try await database.read { try $0.run(statement).first.map { (try $0.int(0), try $0.int(1)) } }
    }
}

/// The size of a file in bytes; 0 if it does not exist.
func fileSize(_ path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
}
