import AuthStore
import Contracts
import Domain
import JSONRPC
import Logging
import Primitives

extension Auth {
    /// Answers the caller's account, with the whole phone number.
    func accountMe(_ call: Call<AccountMe, AuthenticatedPerson>) async throws -> AccountMe.Answer {
        let account = call.caller.account
        let phone = phone(of: account)
        if phone == nil, account.phoneIndex != nil { throw Fault(.internalError) }
        let protection = try await store.protection(of: account.id, at: now)
        return AccountMe.Answer(
            accountId: account.id, phone: phone?.text, kind: Open(account.role), group: account.group,
            approval: account.approval, createdAtMs: account.created,
            recoveryCodesLeft: protection.codesLeft, newRecoveryCodesCountFromMs: protection.newCodesCountFrom,
            heldUntilMs: protection.heldUntil,
            pinReset: protection.pinReset.map {
                PINReset(deviceId: $0.device, requestedAtMs: $0.made, takesEffectAtMs: $0.due)
            },
            phoneChangeUndoableUntilMs: protection.numberChangeUndoableUntil)
    }

    /// Decrypts the phone number of an account; nil where it has none, and where decryption fails, which is logged.
    func phone(of account: AccountRecord) -> E164? {
        guard let sealed = account.phoneSealed, let index = account.phoneIndex else { return nil }
        let phone = phones.open(sealed, index: index)
        if phone == nil { log.error("a phone number cannot be decrypted", metadata: ["account": "\(account.id)"]) }
        return phone
    }
}
