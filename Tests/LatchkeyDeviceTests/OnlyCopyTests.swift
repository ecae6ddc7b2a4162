import Contracts
import DeviceCommands
import Domain
import PairSupport
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Situations with the real services in which one device alone has what its owner wants to keep, or to keep to
/// themselves.
@Suite struct OnlyCopyTests {
    private static let ada = "+4915112345678", ben = "+4915187654321"

    @Test(arguments: [true, false])
    func `a sync while a code is on its way does not give a new entry to the person who was signed in`(isLogin: Bool)
        async throws
    {
        let pair = try await ServicePair()
        let bens = try await pair.makeDevice("bens"), adas = try await pair.makeDevice("adas")
        let tablet = try await pair.makeDevice("tablet")
        if isLogin { try await pair.signIn([bens], phone: Self.ben) }
        try await pair.signIn([adas, tablet], phone: Self.ada)
        _ = try await tablet.sync()
        if isLogin {
            _ = try await tablet.login(phone: Self.ben)
        } else {
            _ = try await tablet.register(phone: Self.ben, group: try #require(GroupID(rawValue: "demo")))
        }
        try await pair.settle()
        _ = try await tablet.add(uri: Self.uri("Ben's"))
        for _ in 0..<2 { _ = try? await tablet.sync() }
        _ = try? await tablet.status()
        #expect(try await tablet.store.entries().map(\.owner) == [nil])
        let code = pair.inbox.code(for: Self.ben).flatMap { OneTimeCode($0) }
        _ = try await tablet.confirm(code: isLogin ? code : nil)
        #expect(try await tablet.entryList().rows.map(\.isForeign) == [false])
        try await pair.settle()
        _ = try await adas.sync()
        #expect(try await adas.entries().isEmpty)
    }

    @Test func `an edit that was taken back while its operation is in flight stays after a logout that deletes`()
        async throws
    {
        let pair = try await ServicePair(), link = FaultyConnection(pair.vaultConnection)
        let device = try await pair.makeDevice("phone", vault: link)
        try await pair.signIn([device], phone: Self.ada)
        _ = try await device.add(uri: Self.uri("Bank"))
        _ = try await device.sync()
        _ = try await device.edit(device.entry(named: "Bank"), issuer: "Wrong", accountName: nil)
        link.losesAnswers = true
        _ = try? await device.sync()
        (link.losesAnswers, link.isDown) = (false, true)
        _ = try await device.edit(device.entry(named: "Wrong"), issuer: "Bank", accountName: nil)
        try await device.logout(.delete)
        #expect(try await device.entries().map(\.issuer) == ["Bank"])
    }

    @Test(arguments: [(nil, 1), ("1111 2222", 2)] as [(JSON?, Int)])
    func `an entry made before the login that has more than the account's equal entry stays beside it`(
        recoveryCodes: JSON?, count: Int
    ) async throws {
        let pair = try await ServicePair()
        let phone = try await pair.makeDevice("phone"), tablet = try await pair.makeDevice("tablet")
        try await pair.signIn([phone], phone: Self.ada)
        _ = try await phone.add(uri: Self.uri("Bank"))
        _ = try await phone.sync()
        var entry = try await tablet.add(uri: Self.uri("Bank"))
        entry.body?["recoveryCodes"] = recoveryCodes
        try await tablet.store.put(entry)
        try await signInAgain(pair, tablet, admittedBy: phone)
        _ = try await tablet.sync()
        let bodies = try await tablet.entries().compactMap(\.body)
        #expect(bodies.count == count && bodies.contains { $0["recoveryCodes"] == recoveryCodes })
    }

    @Test func `a logout sends what is unsent although the approval is new`() async throws {
        let (_, phone, tablet) = try await signedIn()
        try await phone.store.changeProfile { $0.approval = .waitingForApproval }
        _ = try await phone.add(uri: Self.uri("Bank"))
        try await phone.logout(.delete)
        _ = try await tablet.sync()
        #expect(try await tablet.entries().map(\.issuer) == ["Bank"])
    }

    @Test(arguments: [true, false])
    func `the end of a session leaves what the local trash offers for 30 days`(isEndedElsewhere: Bool) async throws {
        let (pair, phone, tablet) = try await devicesWithBank()
        try await tablet.logout(.keep)
        try await phone.delete(phone.entry(named: "Bank"))
        _ = try await phone.sync()
        try await signInAgain(pair, tablet, admittedBy: phone)
        #expect(try await tablet.sync().trashed.count == 1)
        if isEndedElsewhere {
            try await phone.logoutEverywhere(.keep)
            try await pair.settle()
            await #expect(throws: DeviceFault.self) { try await tablet.sync() }
        } else {
            try await tablet.logout(.delete)
        }
        #expect(try await tablet.store.profile().accountId == nil)
        _ = try await tablet.rejectDeletion(of: tablet.deletion(named: "Bank"))
        #expect(try await tablet.entries().map(\.issuer) == ["Bank"])
    }

    @Test func `before an account is deleted with its entries kept, they are received although the approval is new`()
        async throws
    {
        let (pair, phone, tablet) = try await signedIn()
        try await phone.store.changeProfile { $0.approval = .waitingForApproval }
        _ = try await tablet.add(uri: Self.uri("Bank"))
        try await tablet.logout(.delete)
        try await deleteAccount(pair, phone, .keep)
        #expect(try await phone.entries().map(\.issuer) == ["Bank"])
    }

    @Test func `older content that another device restores does not replace what is in the local trash`() async throws {
        let pair = try await ServicePair()
        let phone = try await pair.makeDevice("phone"), tablet = try await pair.makeDevice("tablet")
        let laptop = try await pair.makeDevice("laptop")
        try await pair.signIn([phone, tablet, laptop], phone: Self.ada)
        _ = try await phone.add(uri: Self.uri("Bank"))
        for device in [phone, tablet, laptop] { _ = try await device.sync() }
        var entry = try await phone.entry(named: "Bank")
        entry.body?["secret"] = "KRSXG5CTMVRXEZLU"
        try await phone.store.put(entry)
        for device in [phone, laptop] { _ = try await device.sync() }
        try await phone.logout(.keep)
        try await laptop.delete(laptop.entry(named: "Bank"))
        _ = try await laptop.sync()
        _ = try await tablet.edit(tablet.entry(named: "Bank"), issuer: nil, accountName: "tablet")
        #expect(try await tablet.sync().gone.count == 1)
        try await signInAgain(pair, phone, admittedBy: tablet)
        #expect(try await phone.sync().trashed.count == 1)
        _ = try await tablet.edit(tablet.entry(named: "Bank"), issuer: nil, accountName: "restored")
        _ = try await tablet.sync()
        _ = try await phone.sync()
        #expect(Set(try await phone.entries().map(\.secret)) == ["JBSWY3DPEHPK3PXP", "KRSXG5CTMVRXEZLU"])
    }

    @Test(arguments: [true, false])
    func `the entries of a deleted account are left by a choice for all entries of another account`(isDeletedHere: Bool)
        async throws
    {
        let (pair, phone, tablet) = try await devicesWithBank()
        try await deleteAccount(pair, phone, .keep)
        let device = isDeletedHere ? phone : tablet
        await #expect(throws: DeviceFault.self) { try await device.sync() }
        try await pair.signIn([device], phone: Self.ben)
        _ = try await device.sync()
        #expect(try await DiscardEntries(.foreign).run(on: device).discarded.isEmpty)
        #expect(try await KeepEntriesAsNew(.foreign).run(on: device).kept.map(\.issuer) == ["Bank"])
        #expect(try await device.sync().sent == 1)
    }

    @Test func `an entry of a deleted account that is kept as new before the next sign-in is sent after it`()
        async throws
    {
        let (pair, phone, tablet) = try await devicesWithBank()
        try await deleteAccount(pair, phone, .delete)
        await #expect(throws: DeviceFault.self) { try await tablet.sync() }
        _ = try await tablet.keepAsNew(tablet.undecidedEntry(named: "Bank"))
        try await pair.signIn([tablet], phone: Self.ben)
        #expect(try await tablet.sync().sent == 1)
    }

    @Test func `the status of the earlier session does not end the wait for another person's code`() async throws {
        let pair = try await ServicePair(), link = FaultyConnection(pair.authConnection)
        let tablet = try await pair.makeDevice("tablet", auth: link)
        try await pair.signIn([tablet], phone: Self.ada)
        let group = try #require(GroupID(rawValue: "demo"))
        link.during(0) { _ = try? await tablet.register(phone: Self.ben, group: group) }
        _ = try? await tablet.status()
        _ = try await tablet.add(uri: Self.uri("Ben's"))
        _ = try? await tablet.sync()
        #expect(try await tablet.store.entries().map(\.owner) == [nil])
    }

    @Test func `a person who comes back after another one keeps what the vault may have lost meanwhile`() async throws {
        let pair = try await ServicePair(), link = FaultyConnection(pair.vaultConnection)
        let tablet = try await pair.makeDevice("tablet", vault: link)
        try await pair.signIn([tablet], phone: Self.ada)
        let copy = try await pair.backUpVault()
        _ = try await tablet.add(uri: Self.uri("Bank"))
        _ = try await tablet.sync()
        try await pair.signIn([tablet], phone: Self.ben)
        try await pair.restoreVault(copy)
        link.isDown = true
        try await signInAgain(pair, tablet, admittedBy: tablet)
        try await tablet.logout(.delete)
        #expect(try await tablet.entries().map(\.issuer) == ["Bank"])
    }

    private static func uri(_ issuer: String) -> String {
        "otpauth://totp/\(issuer.first ?? "X"):ada?secret=JBSWY3DPEHPK3PXP&issuer=\(issuer)"
    }

    /// A pair of services, and two devices of Ada.
    private func signedIn() async throws -> (ServicePair, phone: Device, tablet: Device) {
        let pair = try await ServicePair()
        let phone = try await pair.makeDevice("phone"), tablet = try await pair.makeDevice("tablet")
        try await pair.signIn([phone, tablet], phone: Self.ada)
        return (pair, phone, tablet)
    }

    /// The same, with the synchronised entry Bank on both devices.
    private func devicesWithBank() async throws -> (ServicePair, phone: Device, tablet: Device) {
        let (pair, phone, tablet) = try await signedIn()
        _ = try await phone.add(uri: Self.uri("Bank"))
        for device in [phone, tablet] { _ = try await device.sync() }
        return (pair, phone, tablet)
    }

    private func deleteAccount(_ pair: ServicePair, _ device: Device, _ choice: SecretChoice) async throws {
        try await pair.advance(by: .seconds(7 * 3600))
        _ = try await device.requestDeletion()
        try await pair.settle()
        let code = try #require(pair.inbox.code(for: Self.ada).flatMap { OneTimeCode($0) })
        try await device.deleteAccount(choice, .code(code))
        try await pair.settle()
    }

    /// Signs Ada in on a device, which one of her other devices admits if auth does not know it.
    private func signInAgain(_ pair: ServicePair, _ device: Device, admittedBy other: Device) async throws {
        try await pair.advance(by: .seconds(7 * 3600))
        _ = try await device.login(phone: Self.ada)
        try await pair.settle()
        _ = try await device.confirm(code: pair.inbox.code(for: Self.ada).flatMap { OneTimeCode($0) })
        if let waiting = try await other.sessions().first(where: \.isPending) {
            try await other.admit(waiting.sessionId, digits: waiting.digits ?? "")
        }
        _ = try await device.status()
        try await pair.settle()
    }
}
