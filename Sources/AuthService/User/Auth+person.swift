import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Finds the account that an administrator's call names by phone number or by account.
    ///
    /// - Throws: `invalidParams` unless exactly one of the two is given, and `userUnknown` if there is no such account.
    func person(_ params: some PersonParams) async throws -> AccountRecord {
        guard let found = try await find(params) else { throw Fault(.userUnknown) }
        return found
    }

    /// Finds the account that an operator's call names by phone number or by account. The store checks the operator's right
    /// again in the transaction of the act.
    ///
    /// A number of another group is refused like one that nobody has: an operator learns nothing about other groups.
    func person(_ params: some PersonParams, for actor: ActingParty) async throws -> AccountRecord {
        let found = try await person(params)
        if params.phone != nil, actor != .person(found.id), try await !store.maySee(actor, about: found) {
            throw Fault(.userUnknown)
        }
        return found
    }

    /// The account that a call names by phone number or by account; nil if there is none.
    ///
    /// - Throws: `invalidParams` unless exactly one of the two is given.
    func find(_ params: some PersonParams) async throws -> AccountRecord? {
        switch (params.phone, params.accountId) {
        case (let text?, nil):
            guard let phone = E164(parsing: text) else { throw Fault(.invalidParams, field: "phone") }
            return try await store.account(phone: phones.index(phone))
        case (nil, let id?): return try await store.account(id)
        case (nil, nil), (.some, .some): throw Fault(.invalidParams, field: "phone")
        }
    }

    /// A person as operators see them in a list.
    func pendingPerson(_ person: AccountRecord, hasRequestedPIN: Bool) -> PendingPerson {
        PendingPerson(
            accountId: person.id, phone: maskedPhone(of: person), group: person.group, status: person.approval,
            version: Int(person.approvalVersion), sinceMs: person.approvalSince, hasRequestedPin: hasRequestedPIN)
    }

    /// A device as the administrator sees it.
    /// - Parameter end: the end of the open hold.
    func view(
        of device: DeviceRecord, isAdmitted: Bool, isSignedIn: Bool = false, heldUntil end: Instant? = nil
    ) -> PersonDevice {
        PersonDevice(
            deviceId: device.id, name: device.name, isAdmitted: isAdmitted, hasLiveSession: isSignedIn,
            firstUsedAtMs: device.firstUsed, lastUsedAtMs: device.lastUsed,
            suspendedUntilMs: device.isSuspended ? end : nil)
    }

    /// The phone number of an account, masked; empty where the account has none.
    func maskedPhone(of account: AccountRecord) -> String { phone(of: account)?.description ?? "" }
}
