import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Asks for the admission of the new device of another parent, after 72 hours.
    func childAdmitParent(
        _ call: Call<ChildAdmitParent, AuthenticatedPerson>
    ) async throws -> ChildAdmitParent.Answer {
        let own = call.caller.session
        return try await mappingFamilyRefusals {
            switch try await store.requestParentAdmission(
                for: call.params.childId, digits: call.params.digits, by: own.account, in: own.id,
                idle: settings.sessionIdleTimeout, at: now)
            {
            case .requested(let due): return ChildAdmitParent.Answer(admittedAtMs: due)
            case .unknown: throw Fault(FaultKind.admissionUnknown)
            case .exhausted: throw Fault(FaultKind.tooManyAttempts)
            }
        }
    }
}
