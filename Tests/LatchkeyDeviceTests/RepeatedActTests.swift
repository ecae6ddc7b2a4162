import Contracts
import Domain
import PairSupport
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Acts that are given again after their answer was lost: the second one is about the present state, which somebody may
/// have changed since the first one took effect.
@Suite struct RepeatedActTests {
    @Test func `a withdrawn access that was given again is withdrawn again`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        await test.losingAnswer(to: "child.revoke", at: test.parentAuth) {
            try await test.parent.revokeChild(test.child)
        }
        _ = try await test.tablet.childAccess()
        try await test.tablet.showChildScreen()
        let second = try await test.secondDevice()
        let code = try await second.inviteChild(test.child, .code, test.confirming()).code
        try await test.tablet.join(by: code)
        try await test.tablet.logInChild(FamilyPair.other())
        try await test.parent.revokeChild(test.child)
        #expect(try await test.tablet.childAccess()?.state == .childAccessRevoked)
    }

    @Test func `sessions that began after the first call end at the second`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        await test.losingAnswer(to: "child.endSessions", at: test.parentAuth) {
            try await test.parent.endSessions(ofChild: test.child)
        }
        try await test.tablet.logInChild(FamilyPair.pin())
        try await test.parent.endSessions(ofChild: test.child)
        await #expect(throws: DeviceFault.self) { try await test.tablet.sync() }
    }

    @Test(arguments: [false, true])
    func `an access that is locked again is unlocked again, and one that is not counts as unlocked`(
        isLockedAgain: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.lock()
        await test.losingAnswer(to: "child.unlock", at: test.parentAuth) {
            try await test.parent.unlockChild(test.child)
        }
        if isLockedAgain {
            _ = try await test.tablet.childAccess()
            try await test.lock()
        }
        try await test.parent.unlockChild(test.child)
        _ = try await test.tablet.childAccess()
        try await test.tablet.logInChild(FamilyPair.pin())
        // Without a lost answer the refusal is one.
        #expect(await refusal { try await test.parent.unlockChild(test.child) } == "flowError")
    }

    @Test(arguments: [(false, true), (true, false), (true, true)])
    func `a cancelled PIN request that is gone counts as cancelled only after a lost answer within 20 hours`(
        isLost: Bool, isLate: Bool
    ) async throws {
        let auth = ScriptedConnection { request, count in
            guard request.method == "pin.cancelReset" else { return .result([:]) }
            return isLost && count == 0 ? .lost : .fault("pinResetUnknown", status: 200)
        }
        let test = try await DeviceFixture(auth: auth)
        if isLost { await #expect(throws: DeviceFault.self) { try await test.device.cancelPINReset() } }
        test.clock.advance(by: isLate ? .hours(20) : .hours(20) - .milliseconds(1))
        let outcome = await refusal { _ = try await test.device.cancelPINReset() }
        #expect((outcome == "pinResetUnknown") == (!isLost || isLate))
        let ids = auth.requests.filter { $0.method == "pin.cancelReset" }.map { $0.params["requestId"]?.string }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: [false, true])
    func `a removal that is repeated after a lost answer says so if the device was admitted again`(
        isAdmittedAgain: Bool
    ) async throws {
        let removed = DeviceID(bits: 7), code = try #require(RecoveryCode(wire: "AAAAAAAAAAAAAAAA"))
        let auth = ScriptedConnection { request, count in
            guard request.method == "device.list" else { return count == 0 ? .lost : .result([:]) }
            return .result([
                "devices": [
                    [
                        "deviceId": .string("\(removed)"), "deviceName": "tablet", "isAdmitted": .bool(isAdmittedAgain),
                        "isCurrent": false, "firstUsedAtMs": "1", "lastUsedAtMs": "1",
                    ]
                ]
            ])
        }
        let test = try await DeviceFixture(auth: auth)
        await #expect(throws: DeviceFault.self) { try await test.device.removeDevice(removed, .recoveryCode(code)) }
        if isAdmittedAgain {
            await #expect(throws: DeviceFault.deviceAdmittedAgain) {
                try await test.device.removeDevice(removed, .recoveryCode(code))
            }
        } else {
            #expect(try await test.device.removeDevice(removed, .recoveryCode(code)) == nil)
        }
        _ = try await test.device.removeDevice(removed, .recoveryCode(code))
        let ids = auth.requests.filter { $0.method == "device.remove" }.map { $0.params["requestId"]?.string }
        #expect(ids.count == 3 && ids[0] == ids[1] && ids[2] != ids[1])
    }
}
