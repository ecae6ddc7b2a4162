import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Tokens

/// Somebody on one device, calling the vault.
struct VaultPerson {
    let account: AccountID
    let session: SessionID
    let device: DeviceID
    let house: VaultHouse

    /// The same person on another device.
    func onAnotherDevice() -> VaultPerson { house.person(account) }

    /// A token as auth would mint it now.
    func token(
        audiences: [String] = ["auth", "vault"], scope: Set<Scope> = [.account, .sync], tsv: Int64 = 1,
        party: String? = nil
    ) throws -> String {
        var claims = AccessClaims(
            issuer: "https://auth.test", audiences: audiences, account: account, session: session, device: device,
            jti: house.random.digits(20), now: house.clock.now, tsv: tsv, scope: scope, role: .member, amr: ["otp"])
        claims.authorizedParty = party
        return try house.mint.mint(claims).reveal
    }

    /// Calls a method with a fresh token, or with this one.
    func call<M: Method>(_ method: M.Type, _ params: M.Params, token: String? = nil) async throws -> M.Answer {
        let bearer = try token ?? self.token()
        return try await InProcessConnection(to: house.router).call(method, params) { _ in
            [Header("Authorization", "Bearer \(bearer)")]
        }
    }

    /// What a call is refused with; nil if it is answered.
    func refusal<M: Method>(_ method: M.Type, _ params: M.Params, token: String? = nil) async throws -> RemoteFault? {
        do {
            _ = try await call(method, params, token: token)
            return nil
        } catch let failure as CallFailure {
            guard let fault = failure.fault else { throw failure }
            return fault
        }
    }

    /// The name of the fault a plain call is refused with; nil if it is answered.
    func fault(token: String? = nil) async throws -> String? {
        try await refusal(VaultInfo.self, Nothing(), token: token)?.name
    }

    /// An operation that creates a note.
    func create(_ text: String, id: SecretID? = nil) -> PushOp {
        PushOp(
            opId: house.id(), type: .create, id: id ?? house.id(), kind: "note", knownSeq: 0,
            body: ["text": .string(text)])
    }

    /// Pushes operations; their results.
    @discardableResult
    func push(_ ops: PushOp..., atomic: Bool? = nil) async throws -> [OpResult] {
        try await call(VaultPush.self, .init(ops: ops, atomic: atomic)).results
    }

    /// Pulls from a cursor.
    func pull(_ cursor: String? = nil, waitMs: Int? = nil) async throws -> VaultPull.Answer {
        try await call(VaultPull.self, .init(cursor: cursor, waitMs: waitMs))
    }
}
