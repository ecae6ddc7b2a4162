import LatchkeyDevice
import PairSupport
import Primitives
import StrictJSON
import Testing

/// Operations that took effect while their answer was lost, on items that another device has changed since.
@Suite struct OvertakenOperationTests {
    @Test(arguments: [true, false], [true, false])
    func `the newer version of another device arrives although a complete pull comes before the repeated answer`(
        isDeleted: Bool, isNewEpoch: Bool
    ) async throws {
        let pair = try await ServicePair()
        let lossy = FaultyConnection(pair.vaultConnection)
        let phone = try await pair.makeDevice("phone", vault: lossy), tablet = try await pair.makeDevice("tablet")
        try await pair.signIn([phone, tablet], phone: "+4915112345678")
        let entry = try await phone.add(uri: "otpauth://totp/Bank:ada?secret=JBSWY3DPEHPK3PXP&issuer=Bank")
        for device in [phone, tablet] { _ = try await device.sync() }
        _ = try await phone.edit(entry, issuer: "Phone", accountName: nil)
        lossy.losesAnswers = true
        _ = try? await phone.sync()
        lossy.losesAnswers = false
        _ = try await tablet.sync()
        if isDeleted {
            try await tablet.delete(tablet.entry(named: "Phone"))
        } else {
            _ = try await tablet.edit(tablet.entry(named: "Phone"), issuer: "Tablet", accountName: nil)
        }
        _ = try await tablet.sync()
        // Nothing is lost in this restore; it only makes every device pull all items.
        if isNewEpoch { try await pair.restoreVault(try await pair.backUpVault()) }
        for device in [phone, tablet, phone] { _ = try await device.sync() }
        for device in [phone, tablet] {
            #expect(try await device.entries().map(\.issuer) == (isDeleted ? [] : ["Tablet"]))
            #expect(try await device.store.entries().allSatisfy { !$0.hasUnsentEdits && $0.inFlight == nil })
        }
    }
}
