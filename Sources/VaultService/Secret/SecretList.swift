import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Lists the live items, or those in the trash. Their bodies, which hold the secrets, are included only if the caller asks for them.
    ///
    /// A backend that may not read is shown the items that it can get codes of, and no others.
    ///
    /// A page has half the bytes of other pages, because each name is repeated beside the body that contains it.
    func secretList(_ call: Call<SecretList, CallAuthorization>) async throws -> SecretList.Answer {
        let areTrashed = call.params.trashed ?? false
        if call.params.reveal == true || areTrashed { try call.caller.checkMayRead() }
        let page = try await store.list(
            call.caller.account, areTrashed ? .trashed : call.caller.mayRead ? .live : .liveCodes,
            after: call.params.after, limit: call.params.limit, bytes: store.limits.bytesPerPage / 2)
        let views = page.items.map { secret in
            let body = secret.json
            if body == nil { reportUnreadable(secret) }
            return SecretView(
                id: secret.id, rev: DecimalInt64(secret.rev), kind: secret.kind,
                accountName: body?["accountName"]?.string, issuer: body?["issuer"]?.string,
                body: call.params.reveal == true ? body : nil,
                deletedAtMs: secret.state == .live ? nil : secret.deletedAt,
                fault: body == nil ? FaultKind.itemUnreadable.name : nil)
        }
        if call.params.reveal == true { countReads(of: page.items, by: call.caller) }
        return SecretList.Answer(secrets: views, more: page.hasMore, head: DecimalInt64(page.seq))
    }
}
