public import Primitives
import SQL

/// An operator, as the administrator's list shows them.
public struct OperatorDetails: Sendable {
    public let account: AccountRecord
    /// The groups whose approvals the operator decides, in order of name.
    public let groups: [GroupID]
    /// The number of admitted devices.
    public let admittedDevices: Int
    /// The enrolment secret that was not used yet: its end, and the number of logins that may still show it; nil if
    /// there is none.
    public let enrolment: (expires: Instant, attemptsLeft: Int)?
}

extension AuthStore {
    /// Returns at most `limit` operators, those whose account was created earliest first.
    public func operators(limit: Int) async throws -> [OperatorDetails] {
        try await database.read { transaction in
            try AccountTable.operators(limit: limit, in: transaction).map { account in
                OperatorDetails(
                    account: account, groups: try OperatorGroupTable.groups(of: account.id, in: transaction),
                    admittedDevices: try AccountDeviceTable.all(of: account.id, in: transaction)
                        .count(where: \.isAdmitted),
                    enrolment: try OperatorEnrolmentTable.unused(of: account.id, in: transaction))
            }
        }
    }
}
