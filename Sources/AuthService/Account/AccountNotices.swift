import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Lists what happened to the person's account, the newest first.
    func accountNotices(_ call: Call<AccountNotices, AuthenticatedPerson>) async throws -> AccountNotices.Answer {
        try call.caller.requireFullSession()
        return AccountNotices.Answer(
            notices: try await store.notices(of: call.caller.account.id).prefix(300).map {
                NoticeView(
                    number: Int($0.ordinal), atMs: $0.at, kind: Open($0.kind), deviceId: $0.device,
                    deviceName: $0.deviceName, untilMs: $0.until, childId: $0.child, childName: $0.childName)
            })
    }
}
