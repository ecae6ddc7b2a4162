import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Finds the account that an administrator's call names by phone number or by account.
    ///
    /// - Throws: `invalidParams` unless exactly one of the two is given, and `userUnknown` if there is no such account.
    func person(_ params: some PersonParams) async throws -> AccountRecord {
        let found: AccountRecord?
        switch (params.phone, params.accountId) {
        case (let text?, nil):
            guard let phone = E164(parsing: text) else { throw Fault(.invalidParams, field: "phone") }
            found = try await store.account(phone: phones.index(phone))
        case (nil, let id?): found = try await store.account(id)
        case (nil, nil), (.some, .some): throw Fault(.invalidParams, field: "phone")
        }
        guard let found else { throw Fault(.userUnknown) }
        return found
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
