import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

/// A client of the vault: one session of a person on one device.
struct VaultPerson: TestClient {
    typealias Token = String

    let account: AccountID
    let session: SessionID
    let device: DeviceID
    let fixture: VaultFixture

    /// The same person with another session on another device.
    func onAnotherDevice() -> VaultPerson { fixture.person(account) }

    /// The same session on the same device, which calls another service.
    func calling(_ fixture: VaultFixture) -> VaultPerson {
        VaultPerson(account: account, session: session, device: device, fixture: fixture)
    }

    /// A token as auth would mint it now.
    ///
    /// - Parameter loginAge: the time since the login of the session; nil for a token that does not state it.
    func token(
        audiences: [String] = ["auth", "vault"], scope: Set<Scope> = [.account, .sync], tsv: Int64 = 1,
        party: String? = nil, loginAge: Duration? = .zero
    ) throws -> String {
        var claims = AccessClaims(
            issuer: "https://auth.test", audiences: audiences, account: account, session: session, device: device,
            jti: fixture.random.digits(20), now: fixture.clock.now, tsv: tsv, scope: scope, role: .member, amr: ["otp"])
        claims.authorizedParty = party
        claims.authenticated = loginAge.map { fixture.clock.now - $0 }
        return try fixture.authTokens.mint(claims).reveal
    }

    /// Calls a method with a token, a new one if nil.
    func call<M: Method>(_ method: M.Type, _ params: M.Params, token: String?) async throws -> M.Answer {
        let bearer = try token ?? self.token()
        return try await InProcessConnection(to: fixture.router).call(method, params) { _ in
            [Header("Authorization", "Bearer \(bearer)")]
        }
    }

    func call<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await call(method, params, token: nil)
    }

    /// Records an issue unless `vault.info` is answered.
    func expectAdmitted(token: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectSuccess(VaultInfo.self, Nothing(), token: token, sourceLocation: sourceLocation)
    }

    /// Records an issue unless `vault.info` is refused with this fault.
    func expectRefused(
        _ kind: FaultKind, token: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefused(kind, VaultInfo.self, Nothing(), token: token, sourceLocation: sourceLocation)
    }

    /// An operation that creates a note.
    func create(_ text: String, id: SecretID? = nil) -> PushOp {
        PushOp(
            opId: fixture.id(), type: .create, id: id ?? fixture.id(), kind: "note", knownSeq: 0,
            body: ["text": .string(text)])
    }

    @discardableResult
    func push(_ ops: PushOp..., atomic: Bool? = nil) async throws -> [OpResult] {
        try await call(VaultPush.self, .init(ops: ops, atomic: atomic)).results
    }

    func pull(_ cursor: String? = nil, waitMs: Int? = nil) async throws -> VaultPull.Answer {
        try await call(VaultPull.self, .init(cursor: cursor, waitMs: waitMs))
    }
}
