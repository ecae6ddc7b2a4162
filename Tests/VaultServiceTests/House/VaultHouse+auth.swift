import Contracts
import Glibc
import JSONRPC
import Primitives
import SQL
import ServiceAuth
import Support

extension VaultHouse {
    /// Introduces auth to the vault.
    func introduce() async throws -> ServiceSession {
        let handshake = ClientHandshake(by: authKey, to: "vault", now: clock.now, random: random)
        let answer = try await InProcessConnection(to: router, at: .internal)
            .call(ServiceAuthenticate.self, .init(assertion: handshake.assertion))
        return try handshake.finish(
            HandshakeResponse(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expires: answer.expiresAtMs),
            peers: PeerKeys([("vault", vaultKey.publicKey)]))
    }

    /// Calls a method as auth does.
    func asAuth<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let session = try await introduce()
        return try await InProcessConnection(to: router, at: .internal).call(method, params) { body in
            [header(of: session, body)]
        }
    }

    /// The fault an internal call is refused with; nil if it is answered.
    func refusal<M: Method>(
        _ method: M.Type, _ params: M.Params, session: ServiceSession? = nil, header text: String? = nil
    ) async -> String? {
        do {
            _ = try await InProcessConnection(to: router, at: .internal).call(method, params) { body in
                if let session { return [header(of: session, body)] }
                return text.map { [Header(ServiceCallScheme.headerName, $0)] } ?? []
            }
            return nil
        } catch {
            return error.fault?.name ?? "\(error)"
        }
    }

    private func header(of session: ServiceSession, _ body: [UInt8]) -> Header {
        Header(
            ServiceCallScheme.headerName, session.header(path: "/rpc", body: body, now: clock.now, random: random))
    }

    /// The place of a device as the vault has noted it.
    func noted(_ device: DeviceID) async throws -> (seq: Int64, at: Int64)? {
        let statement = Statement(
            "SELECT acked_seq, last_seen FROM vault_device WHERE device = $1", .bytes(device.bytes))
        return try await database.read { try $0.run(statement).first.map { (try $0.int(0), try $0.int(1)) } }
    }
}

/// Bytes of a file; 0 where there is none.
func size(_ path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
}
