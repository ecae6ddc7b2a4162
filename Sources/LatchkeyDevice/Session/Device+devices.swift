public import Contracts
import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Returns the account's devices that are or were admitted, the one used last first.
    public func devices() async throws(DeviceFault) -> [DeviceView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(DeviceList.self, Nothing(), token: token)
        }.devices
    }

    /// Gives this device another name, which lists of devices and later notices show.
    public func rename(to name: DeviceName) async throws(DeviceFault) {
        _ = try await withSession { token throws(CallFailure) in
            try await auth.call(AccountUpdate.self, .init(deviceName: name), token: token)
        }
    }

    /// Removes another device of the account: its sessions end, and it has to be admitted again. After a lost answer, the
    /// same call gets the same answer, although its confirmation is used up.
    ///
    /// - Throws: `DeviceFault.deviceAdmittedAgain` if it was repeated for that reason and the device was admitted again
    ///   meanwhile; the next call is another removal.
    /// - Returns: the moment until which the device is suspended, if a one-time code alone has confirmed this; nil if it is
    ///   removed.
    public func removeDevice(
        _ device: DeviceID, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> Instant? {
        try await confirmed(by: confirming, for: .removeDevice, lifetime: .hours(20)) {
            confirmation throws(DeviceFault) in
            let (answer, _, isRepeated) = try await callOnce(
                DeviceRemove.self, lifetime: .hours(20), needsSession: true
            ) { request in
                .init(deviceId: device, confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }
            if isRepeated, try await devices().contains(where: { $0.deviceId == device && $0.isAdmitted }) {
                throw .deviceAdmittedAgain
            }
            return answer.suspendedUntilMs
        }
    }
}
