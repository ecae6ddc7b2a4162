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

    func anyone(_ facts: MethodFacts, _ context: RequestContext) async throws {}

    /// Authenticates a device by its request proof.
    func device(_ facts: MethodFacts, _ context: RequestContext) async throws -> ProvenDevice {
        let proof = try await verifyProof(facts, context, accessToken: nil)
        return ProvenDevice(thumbprint: proof.thumbprint, publicKey: proof.jwk)
    }

    /// Authenticates a person by their access token, and by a request proof of the same device where the method demands
    /// one.
    func person(_ facts: MethodFacts, _ context: RequestContext) async throws -> AuthenticatedPerson {
        let (token, caller) = try verifyBearer(context)
        let person = try await liveSession(of: caller)
        let (scopes, needsProof) = try requirements(facts)
        if needsProof {
            let proof = try await verifyProof(facts, context, accessToken: token)
            guard proof.thumbprint == person.session.thumbprint else { throw Fault(.proofRefused, reason: "wrongKey") }
        }
        try requireScopes(scopes, of: caller)
        return person
    }

    /// Authenticates an operator by their session; on the administration socket, access to the socket is enough.
    func `operator`(_ facts: MethodFacts, _ context: RequestContext) async throws -> OperatorIdentity {
        if context.listener == .administration { return .administrator }
        let person = try await person(facts, context)
        guard person.account.role == .operator else { throw Fault(.scopeMissing, scope: .approvalsDecide) }
        return OperatorIdentity(actor: .person(person.account.id), thumbprint: person.session.thumbprint)
    }

    /// Returns the name of the other service, if the router has verified that it made this request.
    func service(_ facts: MethodFacts, _ context: RequestContext) async throws -> String {
        guard let caller = context.serviceCaller else { throw Fault(.callRefused) }
        return caller.name
    }

    /// Verifies that the other service made this request. The answer is authenticated under the same session key.
    func verifyServiceCall(_ context: RequestContext) -> ServiceCaller? {
        guard let header = context.internalCall else { return nil }
        do {
            let call = try auth.serviceCalls.verify(
                header, path: auth.settings.internalPath, body: context.body, now: auth.time.hostNow)
            return ServiceCaller(name: call.caller) { status, body in
                Header(ServiceCallScheme.answerHeaderName, call.answerHeader(status: status, body: body))
            }
        } catch {
            auth.log.notice("an internal call was refused", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func requirements(_ facts: MethodFacts) throws -> (scopes: [String], needsProof: Bool) {
        switch facts.credential {
        case .session(let scopes): (scopes, false)
        case .sessionWithProof(let scopes): (scopes, true)
        case .open, .deviceProof, .service, .assertion: throw Fault(.internalError)
        }
    }

    private func requireScopes(_ scopes: [String], of caller: Caller) throws {
        for word in scopes where !caller.scope.contains(where: { $0.rawValue == word }) {
            if caller.scope.contains(.unproven) { throw Fault(.newDeviceProofRequired) }
            throw Fault(.scopeMissing, scope: Scope(rawValue: word))
        }
    }
}
