public import JSONRPC
public import Primitives

/// An operator, as the administrator sees them.
public struct OperatorView: WireObject {
    public var accountId: AccountID
    public var phone: String
    public var groups: [GroupID]
    public var admittedDevices: Int
    public var enrolmentExpiresAtMs: Instant?
    public var enrolmentAttemptsLeft: Int?
    public enum CodingKeys: String, CodingKey {
        case accountId, phone, groups, admittedDevices, enrolmentExpiresAtMs, enrolmentAttemptsLeft
    }

    public init(
        accountId: AccountID, phone: String, groups: [GroupID], admittedDevices: Int,
        enrolmentExpiresAtMs: Instant? = nil, enrolmentAttemptsLeft: Int? = nil
    ) {
        (self.accountId, self.phone, self.groups) = (accountId, phone, groups)
        (self.admittedDevices, self.enrolmentExpiresAtMs) = (admittedDevices, enrolmentExpiresAtMs)
        self.enrolmentAttemptsLeft = enrolmentAttemptsLeft
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The operator's account")
        case .phone: Field("The phone number, masked", .length(0...40))
        case .groups: Field("The groups whose approvals the operator decides, in order of name", .items(0...100))
        case .admittedDevices: Field("The number of admitted devices", .range(0...1_000_000))
        case .enrolmentExpiresAtMs:
            Field("The time at which the enrolment secret expires; absent if the operator has none that is unused")
        case .enrolmentAttemptsLeft:
            Field("The number of logins that may still show the secret; absent like its end", .range(0...10))
        }
    }
}
