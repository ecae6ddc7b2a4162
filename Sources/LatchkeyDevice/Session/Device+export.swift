public import Contracts
import JSONRPC

extension Device {
    /// Returns everything about the person that auth has stored and that is no secret. Nothing of it is stored here.
    public func exportAccount() async throws(DeviceFault) -> AccountExport.Answer {
        try await withSession { token throws(CallFailure) in
            try await auth.call(AccountExport.self, Nothing(), token: token)
        }
    }
}
