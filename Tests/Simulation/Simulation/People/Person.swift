import Primitives

/// A person: a number, a facility group, and what they know about their account.
final class Person: @unchecked Sendable {  // all of a simulation runs on one thread
    let name: String
    let phone: String
    let group: GroupID
    /// True from the success of a registration until the person deletes the account.
    var hasAccount = false
    /// The account, once a device has learnt its id.
    var account: AccountID?

    init(name: String, phone: String, group: String) {
        self.name = name
        self.phone = phone
        guard let group = GroupID(rawValue: group) else { preconditionFailure("\(group) is not the name of a group") }
        self.group = group
    }
}
