public import Contracts
import JSONRPC
public import Primitives

extension Device {
    /// Returns the account's devices that are or were admitted, the one used last first.
    public func devices() async throws(DeviceFault) -> [DeviceView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(DeviceList.self, Nothing(), token: token)
        }.devices
    }

    /// Removes another device of the account: its sessions end, and it has to be admitted again.
    public func removeDevice(_ device: DeviceID) async throws(DeviceFault) {
        let request: RequestID = random.id()
        _ = try await withSession { token throws(CallFailure) in
            try await auth.call(DeviceRemove.self, .init(deviceId: device, requestId: request), token: token)
        }
    }
}
