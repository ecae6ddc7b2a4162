import AuthStore
import Contracts
import DPoP
import Domain
import JSONRPC
import Logging
import ServiceAuth
import Tokens

/// Finds out who is calling, before anything of the request is looked at. A positive no about a token is a 401 with the
/// reason a device needs; a proof that does not hold is `proofRefused`, to be repeated with the new nonce.
struct Authenticator: Sendable {
    let auth: Auth

    /// Nobody in particular.
    func anyone(_ facts: MethodFacts, _ context: RequestContext) async throws {}

    /// A device that proves its key.
    func device(_ facts: MethodFacts, _ context: RequestContext) async throws -> ProvenDevice {
        let proof = try await prove(facts, context, accessToken: nil)
        return ProvenDevice(thumbprint: proof.thumbprint, publicKey: proof.jwk)
    }

    /// Somebody with a live session, who proves its key where the method wants that.
    func person(_ facts: MethodFacts, _ context: RequestContext) async throws -> AuthenticatedPerson {
        let (token, caller) = try bearer(context)
        let person = try await standing(of: caller)
        let needs = try scopes(facts)
        if needs.proof {
            let proof = try await prove(facts, context, accessToken: token)
            guard proof.thumbprint == person.session.thumbprint else { throw Fault(.proofRefused, reason: "wrongKey") }
        }
        try allow(caller, needs.scopes)
        return person
    }

    /// An operator in a session, or whoever may open the service's own socket.
    func decider(_ facts: MethodFacts, _ context: RequestContext) async throws -> OperatorIdentity {
        if context.listener == .operations { return .administrator }
        let person = try await person(facts, context)
        guard person.account.kind == .operator else { throw Fault(.scopeMissing, scope: .approvalsDecide) }
        return OperatorIdentity(decider: .person(person.account.id), thumbprint: person.session.thumbprint)
    }

    /// The other service of the pair; its name.
    func peer(_ facts: MethodFacts, _ context: RequestContext) async throws -> String {
        guard let header = context.internalCall else { throw Fault(.callRefused) }
        do {
            return try auth.serviceCalls.verify(
                header, path: auth.settings.internalPath, body: context.body, now: auth.time.hostNow
            ).caller
        } catch {
            auth.log.notice("an internal call was refused", metadata: ["reason": "\(error)"])
            throw Fault(.callRefused)
        }
    }

    private func scopes(_ facts: MethodFacts) throws -> (scopes: [String], proof: Bool) {
        switch facts.credential {
        case .session(let scopes): (scopes, false)
        case .sessionWithProof(let scopes): (scopes, true)
        case .open, .deviceProof, .service, .assertion: throw Fault(.internalError)
        }
    }

    private func allow(_ caller: Caller, _ scopes: [String]) throws {
        for word in scopes where !caller.scope.contains(where: { $0.rawValue == word }) {
            if caller.scope.contains(.unproven) { throw Fault(.newDeviceProofRequired) }
            throw Fault(.scopeMissing, scope: Scope(rawValue: word))
        }
    }
}
