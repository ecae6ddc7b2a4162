import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Gives a device a ticket for a right invite code.
    func inviteVerify(_ call: Call<InviteVerify, ProvenDevice>) async throws -> InviteVerify.Answer {
        let code = call.params.code, hashKeys = keys.hash
        let attempt = try await countedInvite(
            code, for: .device, thumbprint: call.caller.thumbprint, call.context)
        guard let ticket = InviteTicket(random.bytes(InviteTicket.count)) else { throw Fault(.internalError) }
        return try await mappingFamilyRefusals {
            let found = try await store.issueTicket(
                InviteCodes(key: hashKeys.activeKey).hash(ticket), for: hashKeys.inviteHashes { $0.hash(code) },
                counted: attempt, at: now)
            return InviteVerify.Answer(ticket: ticket, name: found.name, expiresAtMs: found.expires)
        }
    }
}
