import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Lists the devices of the person that are or were admitted, the one used last first.
    func deviceList(_ call: Call<DeviceList, AuthenticatedPerson>) async throws -> DeviceList.Answer {
        let own = call.caller.session
        let devices = try await store.devices(of: own.account)
        let heldUntil = try await store.protection(of: own.account, at: now).heldUntil
        return DeviceList.Answer(
            devices: devices.prefix(1000).map { device in
                DeviceView(
                    deviceId: device.id, deviceName: device.name,
                    isAdmitted: devices.holdsAdmission(of: device, lapse: settings.admissionLapse, at: now),
                    isCurrent: device.id == own.device, firstUsedAtMs: device.firstUsed,
                    lastUsedAtMs: device.lastUsed, suspendedUntilMs: device.isSuspended ? heldUntil : nil)
            })
    }
}
