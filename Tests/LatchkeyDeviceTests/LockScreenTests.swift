import Contracts
import DeviceCommands
import Domain
import Interchange
import JSONRPC
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// The lock screen of a device whose account has a PIN, with the real services and a stopped clock.
@Suite struct LockScreenTests {
    @Test(arguments: [(0, false), (1, true)]) func `the device locks after 15 minutes without use, and not before`(
        _ late: Int64, _ locks: Bool
    ) async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        locked.advance(.minutes(15))
        _ = try await phone.entryList()
        locked.advance(.minutes(15) + .milliseconds(late))
        #expect(try await phone.lockStatus()?.isLocked == locks)
        #expect(await isLocked { _ = try await phone.entryList() } == locks)
    }

    @Test func `a list that is shown again by itself does not put the lock off`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        locked.advance(.minutes(10))
        _ = try await phone.entryList(isUse: false)
        locked.advance(.minutes(6))
        #expect(await isLocked { _ = try await phone.entryList(isUse: false) })
    }

    @Test func `locked, it shows and changes nothing, and takes new entries`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        let bank = try await phone.entry(named: "Bank")
        try await phone.lock()
        let refused: [() async throws -> Void] = [
            { _ = try await phone.entryList() }, { _ = try await phone.entries() },
            { _ = try await phone.entry(named: "Bank") },
            { _ = try await phone.edit(bank, issuer: "Other", accountName: nil) }, { try await phone.delete(bank) },
            { _ = try await phone.deletions() }, { _ = try await phone.acceptDeletion(of: bank) },
            { _ = try await phone.undecidedEntries() }, { _ = try await phone.discard(bank) },
            { _ = try await phone.keepAsNew(bank) }, { try await phone.logout(.keep) },
            { try await phone.logoutEverywhere(.keep) },
        ]
        for call in refused { #expect(await isLocked(call)) }
        _ = try await phone.add(uri: DeviceFixture.uri("New"))
        let report = try await phone.importEntries(
            from: Array((DeviceFixture.uri("Bank") + "\n" + DeviceFixture.uri("More")).utf8))
        #expect(report.duplicates.map(\.position.number) == [1] && report.added.map(\.issuer) == ["More"])
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft", "More", "New"])
        #expect(DeviceFault.locked.mayHaveTakenEffect == false)
    }

    @Test func `a locked device syncs while it holds the share, and shows nothing of it`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        #expect(try await phone.sync().sent == 1)
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(try await locked.sealedRows() == (share: 2, platform: 0))
    }

    @Test func `only a right PIN unlocks`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        #expect(await refusal { try await phone.unlock(PINPair.wrong()) } == "pinWrong 2")
        #expect(await isLocked { _ = try await phone.entryList() })
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.lockStatus()?.isLocked == false)
        #expect(try await phone.entryList().rows.count == 2)
    }

    @Test func `a lock outlasts a restart of the app`() async throws {
        let locked = try await LockedPhone()
        try await locked.phone.lock()
        let phone = try await locked.restart()
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(try await phone.lockStatus()?.holdsShare == true)
    }

    @Test(arguments: [(0, true), (1, false)])
    func `without the service the lock screen opens to the end of the offline hours`(
        _ late: Int64, _ opens: Bool
    ) async throws {
        let locked = try await LockedPhone()
        let end = locked.clock + .hours(72)
        let phone = try await locked.restart()
        locked.test.auth.isDown = true
        #expect(try await phone.lockStatus()?.offlineUntil == end)
        locked.advance(.hours(72) + .milliseconds(late))
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { try await phone.openLockScreenOffline() } == !opens)
        #expect(await isLocked { _ = try await phone.entryList() } == !opens)
        #expect((locked.test.keys.share.read() == nil) == !opens)
        #expect(try await phone.lockStatus()?.offlineUntil == (opens ? end : nil))
    }

    @Test func `after a wrong PIN the lock screen does not open without the service`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        #expect(await refusal { try await phone.unlock(PINPair.wrong()) } == "pinWrong 2")
        locked.test.auth.isDown = true
        #expect(await isLocked { try await phone.openLockScreenOffline() })
        locked.test.auth.isDown = false
        try await phone.unlock(PINPair.pin())
        try await phone.lock()
        try await phone.openLockScreenOffline()
        #expect(try await phone.entryList().rows.count == 2)
    }

    @Test func `without offline hours the share is nowhere but in memory, and goes with the lock`() async throws {
        let locked = try await LockedPhone(hours: 0), phone = locked.phone
        #expect(locked.test.keys.share.read() == nil)
        #expect(try await phone.lockStatus()?.offlineUntil == nil)
        locked.advance(.minutes(15))
        #expect(try await phone.entryList().rows.count == 2)
        locked.advance(.minutes(15) + .milliseconds(1))
        #expect(await isLocked { _ = try await phone.sync() })
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { try await phone.openLockScreenOffline() })
        #expect(try await locked.openIssuers() == ["Draft"])
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.entryList().rows.count == 2)
        try await phone.lock()
        #expect(try await locked.openIssuers() == ["Draft"])
    }

    @Test func `a locked device imports nothing while it cannot open its synchronised entries`() async throws {
        let locked = try await LockedPhone(hours: 0), phone = locked.phone
        let file = Array((DeviceFixture.uri("Bank") + "\n" + DeviceFixture.uri("More") + "\n").utf8)
        try await phone.lock()
        for isDryRun in [true, false] {
            #expect(await isLocked { _ = try await phone.importEntries(from: file, isDryRun: isDryRun) })
        }
        #expect(try await locked.openIssuers() == ["Draft"])
        _ = try await phone.add(uri: DeviceFixture.uri("New"))
        try await phone.unlock(PINPair.pin())
        let report = try await phone.importEntries(from: file)
        #expect(report.added.map(\.issuer) == ["More"] && report.duplicates.count == 1)
    }

    @Test func `a locked device without synchronised entries imports`() async throws {
        let pair = try await PINPair()
        try await LockedPhone(of: pair).setHours(0)
        try await pair.phone.lock()
        let file = Array((DeviceFixture.uri("Bank") + "\n").utf8)
        #expect(try await pair.phone.importEntries(from: file).added.count == 1)
        #expect(try await pair.phone.importEntries(from: file).duplicates.count == 1)
    }

    @Test func `without offline hours a restarted app is locked, and unlocks at the service`() async throws {
        let locked = try await LockedPhone(hours: 0)
        let phone = try await locked.restart()
        #expect(await isLocked { _ = try await phone.entryList() })
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.entryList().rows.map(\.entry.issuer) == ["Bank", "Draft"])
    }

    @Test func `a clock that is set back gives no time`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone, clock = locked.test.pair.clock
        clock.set(clock.now - .minutes(15) - .milliseconds(1))
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { try await phone.openLockScreenOffline() })
        #expect(locked.test.keys.share.read() != nil)
    }

    @Test func `in no standing are the entries open while the device is locked`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        for login in LoginStatus.allCases.map(Optional.some) + [nil] {
            for approval in ApprovalStatus.allCases {
                let profile = try await phone.store.changeProfile { ($0.login, $0.approval) = (login, approval) }
                #expect(profile.isLocked(at: locked.clock))
                #expect(await isLocked { _ = try await phone.entryList() })
            }
        }
    }

    @Test func `who has forgotten the PIN opens nothing by asking for a code`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        try await locked.test.pair.advance(by: .seconds(61))
        _ = try await phone.beginPINReset()
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { try await phone.logout(.keep) })
        _ = try await phone.cancelPINReset()
        #expect(await isLocked { _ = try await phone.entryList() })
    }

    @Test func `a registration that is begun and given up opens nothing`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        try await locked.test.pair.advance(by: .seconds(61))
        _ = try await phone.register(phone: "+4915100000077", group: try #require(GroupID(rawValue: "home")))
        try await phone.cancelRegistration()
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(try await phone.store.profile().login == .unauthorized)
    }

    @Test func `a full disk does not hide the entries of an unlocked device, which locks after its last stored use`()
        async throws
    {
        let locked = try await LockedPhone(), phone = locked.phone
        let database = try #require(phone.store.database as? SQLiteDatabase)
        _ = try await database.onWriter { try $0.run("PRAGMA query_only = 1").count }
        locked.advance(.minutes(15))
        #expect(try await phone.entryList().rows.count == 2)
        locked.advance(.milliseconds(1))
        #expect(await isLocked { _ = try await phone.entryList() })
    }

    @Test func `registering again on an admitted device is refused, and opens nothing`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        try await locked.test.pair.advance(by: .seconds(61))
        let group = try #require(GroupID(rawValue: "home"))
        #expect(await refusal { _ = try await phone.register(phone: PINPair.number, group: group) } == "flowError")
        #expect(await isLocked { _ = try await phone.entryList() })
    }

    @Test func `standing says in words whether the device is locked, and how long its entries open`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        func line() async throws -> String? {
            ShowStanding.text(of: try await ShowStanding().run(on: phone)).split(separator: "\n").last.map(String.init)
        }
        let offline = "open without the service for another 72 h."
        #expect(try await line() == "Unlocked. It locks 15 min after this use. The entries \(offline)")
        try await phone.lock()
        #expect(try await line() == "Locked: latchkey unlock. The entries can \(offline)")
        locked.advance(.hours(71))
        #expect(try await line()?.hasSuffix("for another 60 min.") == true)
        locked.advance(.hours(2))
        #expect(try await line() == "Locked: latchkey unlock. This needs the service.")
    }

    @Test func `an account without a PIN has no lock`() async throws {
        let test = try await DeviceFixture()
        try await test.synchronised("Bank")
        test.clock.advance(by: .hours(100))
        #expect(try await test.device.lockStatus() == nil)
        #expect(try await test.issuers() == ["Bank"])
        await #expect(throws: DeviceFault.noPIN) { try await test.device.lock() }
    }
}
