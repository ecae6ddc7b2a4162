import Audit
import AuthStore
import Contracts
import DPoP
import Domain
import JSONRPC
import Logging
import ServiceAuth
import Tokens

/// Authenticates callers before the params of a request are read. One function per kind of credential.
///
/// A refused access token is answered with HTTP 401 and the fault the device needs, except a token from the future,
/// which is answered with `unavailable`. A refused request proof is answered with `proofRefused`; the device repeats
/// the request with a new proof over the new nonce.
struct Authenticator: Sendable {
    let auth: Auth

    /// Admits every caller of the method's listeners.
    func anyone(_ facts: MethodFacts, _ context: RequestContext) async throws -> Authenticated<Void> {
        Authenticated(
            identity: (), proof: nil, actor: context.listener == .administration ? .administrator : .device)
    }

    /// Authenticates a device by its request proof.
    func device(_ facts: MethodFacts, _ context: RequestContext) async throws -> Authenticated<ProvenDevice> {
        let proof = try verifyProof(facts, context, accessToken: nil)
        return identified(
            ProvenDevice(thumbprint: proof.thumbprint, publicKey: proof.jwk), by: proof, facts, as: .device)
    }

    /// Authenticates a person by their access token, and by a request proof of the same device where the method demands
    /// one.
    func person(_ facts: MethodFacts, _ context: RequestContext) async throws -> Authenticated<AuthenticatedPerson> {
        let (token, caller) = try verifyBearer(context)
        let person = try await liveSession(of: caller)
        let (scopes, needsProof) = try requirements(facts)
        let proof = needsProof ? try verifyProof(facts, context, accessToken: token) : nil
        if let proof, proof.thumbprint != person.session.thumbprint {
            throw Fault(.proofRefused, reason: "wrongKey")
        }
        try requireScopes(scopes, of: caller)
        return identified(person, by: proof, facts, as: person.actor)
    }

    /// Authenticates an operator by their session; on the administration socket, access to the socket is enough.
    func `operator`(
        _ facts: MethodFacts, _ context: RequestContext
    ) async throws -> Authenticated<OperatorIdentity> {
        if context.listener == .administration {
            return Authenticated(identity: .administrator, proof: nil, actor: .administrator)
        }
        let authenticated = try await person(facts, context), person = authenticated.identity
        guard person.account.role == .operator else { throw Fault(.scopeMissing, scope: .approvalsDecide) }
        return Authenticated(
            identity: OperatorIdentity(actor: .person(person.account.id), thumbprint: person.session.thumbprint),
            proof: authenticated.proof, actor: authenticated.actor)
    }

    /// Returns the name of the other service, if the router has verified that it made this request.
    func service(_ facts: MethodFacts, _ context: RequestContext) async throws -> Authenticated<String> {
        guard let caller = context.serviceCaller else { throw Fault(.callRefused) }
        return Authenticated(identity: caller.name, proof: nil, actor: .peer)
    }

    /// Verifies that the other service made this request.
    func verifyServiceCall(_ context: RequestContext) -> ServiceCaller? {
        do {
            return try auth.serviceCalls.caller(of: context, path: auth.settings.internalPath, now: auth.time.hostNow)
        } catch {
            auth.log.notice("an internal call was refused", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func requirements(_ facts: MethodFacts) throws -> (scopes: [String], needsProof: Bool) {
        switch facts.credential {
        case .session(let scopes), .sessionOrDelegation(let scopes, _): (scopes, false)
        case .sessionWithProof(let scopes): (scopes, true)
        case .open, .administrator, .deviceProof, .service, .assertion: throw Fault(.internalError)
        }
    }

    private func requireScopes(_ scopes: [String], of caller: Caller) throws {
        for word in scopes where !caller.scope.contains(where: { $0.rawValue == word }) {
            if caller.scope.contains(.unproven) { throw Fault(.newDeviceProofRequired) }
            if caller.scope.contains(.pinRequired) { throw Fault(.pinSetupRequired) }
            if caller.scope.contains(.preTFA) { throw Fault(.secondFactorRequired) }
            throw Fault(.scopeMissing, scope: Scope(rawValue: word))
        }
    }
}
