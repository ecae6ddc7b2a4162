import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Withdraws the devices, secrets and sessions of an operator, and makes a new enrolment secret.
    func operatorReset(_ call: Call<OperatorReset, Void>) async throws -> OperatorReset.Answer {
        let person = try await person(call.params)
        guard let index = person.phoneIndex else { throw Fault(.userUnknown) }
        let (secret, enrolment) = makeEnrolment(for: index)
        guard
            let reset = try await store.resetOperator(
                person.id, with: enrolment, reason: printable(call.params.reason), at: now)
        else { throw Fault(.userUnknown) }
        wakeFeedNumbering()
        return OperatorReset.Answer(
            accountId: person.id, phone: maskedPhone(of: reset.account), groups: reset.groups, enrolmentSecret: secret,
            expiresAtMs: enrolment.expires)
    }
}
