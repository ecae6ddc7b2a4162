import Contracts
import Domain
import LatchkeyDevice
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Testing

/// Histories of two devices with the real services, whose vault is restored more than once.
@Suite struct RepeatedRestoreTests {
    private static let phone = "+4915112345678"

    @Test func `after a second restore, edits and deletions of entries that the first one had lost stand`() async throws
    {
        let (pair, devices) = try await signedIn()
        let first = try await pair.backUpVault()
        for issuer in ["Bank", "Mail"] { try await add(issuer, on: devices[0]) }
        try await sync(devices)
        try await pair.restoreVault(first)
        try await sync(devices)
        let second = try await pair.backUpVault()
        _ = try await devices[0].edit(entry("Mail", on: devices[0]), issuer: "Mail v2", accountName: nil)
        try await devices[0].delete(entry("Bank", on: devices[0]))
        try await sync(devices)
        #expect(try await issuers(on: devices) == [["Mail v2"], ["Mail v2"]])
        try await pair.restoreVault(second)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [["Mail v2"], ["Mail v2"]])
    }

    @Test func `after the same copy was restored twice, changes are sent although old operations are erased`()
        async throws
    {
        let (pair, devices) = try await signedIn()
        try await add("A", on: devices[0])
        try await sync(devices)
        _ = try await pair.vaultDatabase.write { try $0.run(Statement("UPDATE vault_head SET op_floor = 1")) }
        let copy = try await pair.backUpVault()
        try await pair.restoreVault(copy)
        for issuer in ["B", "C", "D"] { try await add(issuer, on: devices[0]) }
        try await sync(devices)
        try await pair.restoreVault(copy)
        try await sync(devices)
        try await add("Later", on: devices[0])
        try await sync(devices)
        let all = ["A", "B", "C", "D", "Later"]
        #expect(try await issuers(on: devices) == [all, all])
        #expect(try await liveItems(pair) == 5)
    }

    @Test(arguments: [true, false])
    func `entries whose deletion a person has rejected stay after a restore, although another device remembers it`(
        isPhoneFirst: Bool
    ) async throws {
        let (pair, devices) = try await signedIn()
        let issuers = ["A", "B", "C", "D", "Bank", "Mail"]
        for issuer in issuers { try await add(issuer, on: devices[0]) }
        try await sync(devices)
        let copy = try await pair.backUpVault()
        for issuer in issuers { try await devices[1].delete(entry(issuer, on: devices[1])) }
        _ = try await devices[1].sync()
        #expect(try await devices[0].sync().held.count == 6)
        for entry in try await devices[0].deletions() { _ = try await devices[0].rejectDeletion(of: entry) }
        try await pair.restoreVault(copy)
        for _ in 0..<2 { try await sync(isPhoneFirst ? devices : devices.reversed()) }
        try await sync(devices)
        #expect(try await self.issuers(on: devices) == [issuers.sorted(), issuers.sorted()])
    }

    @Test func `a device that has only seen the tombstone of an entry deletes it again after a restore`() async throws {
        let (pair, devices) = try await signedIn()
        try await add("X", on: devices[0])
        _ = try await devices[0].sync()
        let copy = try await pair.backUpVault()
        try await devices[0].delete(entry("X", on: devices[0]))
        _ = try await devices[0].sync()
        _ = try await devices[1].sync()
        try await pair.restoreVault(copy)
        #expect(try await liveItems(pair) == 1)
        for _ in 0..<2 { _ = try await devices[1].sync() }
        #expect(try await liveItems(pair) == 0)
    }

    @Test(arguments: [1, 2])
    func `after a restore and edits, a device that still has the lost version takes the edited entry without a copy`(
        edits: Int
    ) async throws {
        let (pair, devices) = try await signedIn()
        let copy = try await pair.backUpVault()
        for issuer in ["Bank", "Mail"] { try await add(issuer, on: devices[0]) }
        try await sync(devices)
        try await pair.restoreVault(copy)
        _ = try await devices[0].sync()
        for edit in 1...edits {
            let name = edit == 1 ? "Bank" : "Bank v\(edit - 1)"
            _ = try await devices[0].edit(entry(name, on: devices[0]), issuer: "Bank v\(edit)", accountName: nil)
            _ = try await devices[0].sync()
        }
        try await devices[0].delete(entry("Mail", on: devices[0]))
        _ = try await devices[0].sync()
        let report = try await devices[1].sync()
        #expect(report.copies.isEmpty && report.gone.isEmpty)
        try await sync(devices)
        #expect(try await issuers(on: devices) == [["Bank v\(edits)"], ["Bank v\(edits)"]])
    }

    @Test func `after a restore, an edit of an older lost version and the newer lost version are both kept`()
        async throws
    {
        let (pair, devices) = try await signedIn()
        let copy = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        try await sync(devices)
        // Only the tablet has the newer version.
        _ = try await devices[1].edit(entry("Bank", on: devices[1]), issuer: "Newer", accountName: nil)
        _ = try await devices[1].sync()
        try await pair.restoreVault(copy)
        _ = try await devices[0].sync()
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Edited", accountName: nil)
        _ = try await devices[0].sync()
        try await sync(devices.reversed())
        try await sync(devices)
        #expect(try await issuers(on: devices) == [["Edited", "Newer"], ["Edited", "Newer"]])
    }

    @Test func `an edit that a device made before two restores does not replace one that was made between them`()
        async throws
    {
        let pair = try await ServicePair(), empty = try await pair.backUpVault()
        let devices = [try await pair.makeDevice("phone"), try await pair.makeDevice("tablet")]
        try await pair.signIn(devices, phone: Self.phone)
        try await add("Bank", on: devices[0])
        try await sync(devices)
        // The copy does not know the account, so the vault forgets its epoch.
        try await pair.restoreVault(empty)
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: nil, accountName: "between")
        _ = try await devices[0].sync()
        let copy = try await pair.backUpVault()
        _ = try await devices[1].edit(entry("Bank", on: devices[1]), issuer: "Before", accountName: nil)
        try await pair.restoreVault(copy)
        try await sync(devices.reversed())
        try await sync(devices)
        for device in devices {
            #expect(try await device.entries().map(\.issuer) == ["Before"])
            #expect(try await device.entries().map { $0.body?["accountName"]?.string } == ["between"])
        }
    }

    @Test func `a version of an epoch that the vault has forgotten is brought back without a copy`() async throws {
        let (pair, devices) = try await signedIn()
        try await add("Bank", on: devices[0])
        try await sync(devices)
        let copy = try await pair.backUpVault()
        try await pair.restoreVault(copy)
        try await sync(devices)
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Lost", accountName: nil)
        try await sync(devices)
        try await pair.restoreVault(copy)
        let report = try await devices[1].sync()
        #expect(report.copies.isEmpty && report.sentOnLostBase == 1)
        try await sync(devices)
        #expect(try await issuers(on: devices) == [["Lost"], ["Lost"]])
    }

    @Test func `a deletion that the vault lost stands against a later copy that has the deleted entry`() async throws {
        let (pair, devices) = try await signedIn()
        let early = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        _ = try await devices[0].sync()
        let late = try await pair.backUpVault()
        try await devices[0].delete(entry("Bank", on: devices[0]))
        try await pair.restoreVault(early)
        try await sync(devices)
        try await pair.restoreVault(late)
        #expect(try await liveItems(pair) == 1)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [[], []])
        #expect(try await liveItems(pair) == 0)
    }

    @Test func `a deletion that the vault lost stands against a later copy that has an earlier version of the entry`()
        async throws
    {
        let (pair, devices) = try await signedIn()
        let early = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        _ = try await devices[0].sync()
        let late = try await pair.backUpVault()
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Bank v2", accountName: nil)
        _ = try await devices[0].sync()
        try await devices[0].delete(entry("Bank v2", on: devices[0]))
        try await pair.restoreVault(early)
        _ = try await devices[0].sync()
        try await pair.restoreVault(late)
        #expect(try await liveItems(pair) == 1)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [[], []])
        #expect(try await liveItems(pair) == 0)
    }

    @Test func `after an older and then a newer copy, an edited entry replaces what it was made from, without a copy`()
        async throws
    {
        let (pair, devices) = try await signedIn()
        let early = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        try await sync(devices)
        let late = try await pair.backUpVault()
        try await pair.restoreVault(early)
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Bank v2", accountName: nil)
        for _ in 0..<2 { try await sync(devices) }
        try await pair.restoreVault(late)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [["Bank v2"], ["Bank v2"]])
        #expect(try await liveItems(pair) == 1)
    }

    @Test func `a held deletion that is accepted after the vault has lost it is made again`() async throws {
        let (pair, devices) = try await signedIn()
        let issuers = ["A", "B", "C", "D", "Bank", "Mail", "X"]
        for issuer in issuers { try await add(issuer, on: devices[0]) }
        try await sync(devices)
        let copy = try await pair.backUpVault()
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Bank v2", accountName: nil)
        try await sync(devices)
        for entry in try await devices[0].entries() { try await devices[0].delete(entry) }
        _ = try await devices[0].sync()
        #expect(try await devices[1].sync().held.count == 7)
        try await pair.restoreVault(copy)
        _ = try await devices[1].sync()
        _ = try await devices[1].acceptDeletion(of: devices[1].deletion(named: "Bank v2"))
        _ = try await devices[1].sync()
        #expect(try await liveItems(pair) == 6)
        #expect(try await self.issuers(on: [devices[1]]) == [issuers.filter { $0 != "Bank" }.sorted()])
    }

    @Test(arguments: [true, false])
    func `a deletion that the vault lost stands against a later copy with a version that the vault had lost before`(
        isDeletedByAuthor: Bool
    ) async throws {
        let pair = try await ServicePair(), empty = try await pair.backUpVault()
        let devices = [try await pair.makeDevice("phone"), try await pair.makeDevice("tablet")]
        try await pair.signIn(devices, phone: Self.phone)
        try await add("Bank", on: devices[0])
        _ = try await devices[0].sync()
        let late = try await pair.backUpVault()
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Bank v2", accountName: nil)
        // This copy does not know the account, so the vault forgets the epoch of the first version.
        try await pair.restoreVault(empty)
        try await sync(devices)
        let deleting = devices[isDeletedByAuthor ? 0 : 1]
        try await deleting.delete(entry("Bank v2", on: deleting))
        _ = try await deleting.sync()
        try await pair.restoreVault(late)
        #expect(try await liveItems(pair) == 1)
        for _ in 0..<2 { _ = try await deleting.sync() }
        #expect(try await issuers(on: [deleting]) == [[]])
        #expect(try await liveItems(pair) == 0)
    }

    @Test func `a deletion that the vault lost stands against an earlier version than the deleted one brought back`()
        async throws
    {
        let (pair, devices) = try await signedIn()
        try await sync(devices)
        let copy = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        try await sync(devices)
        // Only the phone has the version that it deletes after the first restore.
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Bank v2", accountName: nil)
        _ = try await devices[0].sync()
        try await pair.restoreVault(copy)
        try await devices[0].delete(entry("Bank v2", on: devices[0]))
        _ = try await devices[0].sync()
        try await pair.restoreVault(copy)
        _ = try await devices[1].sync()
        #expect(try await liveItems(pair) == 1)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [[], []])
        #expect(try await liveItems(pair) == 0)
    }

    @Test func `a deletion that the vault lost stands against a create that another device repeats`() async throws {
        let pair = try await ServicePair(), lossy = FaultyConnection(pair.vaultConnection)
        let devices = [try await pair.makeDevice("phone", vault: lossy), try await pair.makeDevice("tablet")]
        try await pair.signIn(devices, phone: Self.phone)
        try await sync(devices)
        let copy = try await pair.backUpVault()
        try await add("Bank", on: devices[0])
        lossy.losesAnswers = true
        _ = try? await devices[0].sync()
        lossy.losesAnswers = false
        _ = try await devices[1].sync()
        try await devices[1].delete(entry("Bank", on: devices[1]))
        _ = try await devices[1].sync()
        try await pair.restoreVault(copy)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == [[], []])
        #expect(try await liveItems(pair) == 0)
    }

    @Test func `an edit of a lost version that was deleted after the restore is no merge with what others restored`()
        async throws
    {
        let pair = try await ServicePair()
        let devices = [
            try await pair.makeDevice("phone"), try await pair.makeDevice("tablet"),
            try await pair.makeDevice("laptop"),
        ]
        try await pair.signIn(devices, phone: Self.phone)
        try await add("Bank", on: devices[0])
        try await sync(devices)
        let copy = try await pair.backUpVault()
        // Only the phone has the version that the restore loses.
        _ = try await devices[0].edit(entry("Bank", on: devices[0]), issuer: "Lost", accountName: nil)
        _ = try await devices[0].sync()
        _ = try await devices[2].edit(entry("Bank", on: devices[2]), issuer: "Other", accountName: nil)
        try await pair.restoreVault(copy)
        try await devices[1].delete(entry("Bank", on: devices[1]))
        try await sync([devices[1], devices[2], devices[0]])
        for device in [devices[0], devices[2]] { #expect(try await device.undecidedEntries().count == 1) }
        _ = try await devices[2].edit(entry("Other", on: devices[2]), issuer: "Restored", accountName: nil)
        _ = try await devices[2].sync()
        _ = try await devices[0].edit(entry("Lost", on: devices[0]), issuer: nil, accountName: "edited")
        #expect(try await devices[0].sync().copies.count == 1)
        for _ in 0..<2 { try await sync(devices) }
        #expect(try await issuers(on: devices) == Array(repeating: ["Lost", "Restored"], count: 3))
    }

    private func signedIn() async throws -> (ServicePair, [Device]) {
        let pair = try await ServicePair()
        let devices = [try await pair.makeDevice("phone"), try await pair.makeDevice("tablet")]
        try await pair.signIn(devices, phone: Self.phone)
        return (pair, devices)
    }

    private func add(_ issuer: String, on device: Device) async throws {
        let secret = ["A", "B", "C", "D", "Bank", "Mail", "X", "Later"].firstIndex(of: issuer).map {
            "ABCDEFGH".dropFirst($0).prefix(1)
        }
        _ = try await device.add(
            uri: "otpauth://totp/\(issuer):ada?secret=GEZDGNBVGY3TQOJ\(secret ?? "A")&issuer=\(issuer)")
    }

    private func sync(_ devices: [Device]) async throws {
        for device in devices { _ = try await device.sync() }
    }

    private func entry(_ issuer: String, on device: Device) async throws -> LocalEntry {
        try #require(try await device.entries().first { $0.body?["issuer"]?.string == issuer })
    }

    private func issuers(on devices: [Device]) async throws -> [[String]] {
        var all: [[String]] = []
        for device in devices {
            all.append(try await device.entries().compactMap { $0.body?["issuer"]?.string }.sorted())
        }
        return all
    }

    private func liveItems(_ pair: ServicePair) async throws -> Int64 {
        try await pair.vaultDatabase.select(Statement("SELECT COUNT(*) FROM vault_item WHERE state = 'live'"))[0].int(0)
    }
}
