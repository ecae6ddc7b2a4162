import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Lists the operators with masked phone numbers.
    func operatorList(_ call: Call<OperatorList, Void>) async throws -> OperatorList.Answer {
        OperatorList.Answer(
            operators: try await store.operators(limit: 200).map {
                OperatorView(
                    accountId: $0.account.id, phone: maskedPhone(of: $0.account), groups: Array($0.groups.prefix(100)),
                    admittedDevices: $0.admittedDevices, enrolmentExpiresAtMs: $0.enrolment?.expires,
                    enrolmentAttemptsLeft: $0.enrolment?.attemptsLeft)
            })
    }
}
