import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// The keys of the rows of a device whose account has a PIN.
@Suite struct SealedEntryTests {
    @Test func `what the vault has is sealed under the share, what only the device has is not`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        #expect(try await locked.sealedRows() == (share: 1, platform: 1))
        let bank = try await phone.entry(named: "Bank")
        _ = try await phone.edit(bank, issuer: "Savings", accountName: nil)
        #expect(try await locked.sealedRows() == (share: 0, platform: 2))
        _ = try await phone.sync()
        #expect(try await locked.sealedRows() == (share: 2, platform: 0))
        try await phone.delete(try await phone.entry(named: "Savings"))
        #expect(try await locked.sealedRows() == (share: 1, platform: 0))
    }

    @Test func `making the PIN seals what is here already, and the disk keeps nothing of the former ciphertexts`()
        async throws
    {
        let test = try await PINPair.withoutPIN(), phone = test.phone
        _ = try await phone.add(uri: DeviceFixture.uri("Bank"))
        _ = try await phone.sync()
        let locked = LockedPhone(of: test)
        let former = try await locked.ciphertexts()
        #expect(former.count == 2 && former.allSatisfy { (try? locked.bytesOnDisk().contains($0)) == true })
        try await phone.makePIN(PINPair.pin())
        #expect(try await locked.sealedRows() == (share: 1, platform: 0))
        for ciphertext in former { #expect(try locked.bytesOnDisk().contains(ciphertext) == false) }
    }

    @Test func `a statement about the sealed rows of one account leaves those of another one alone`() async throws {
        let locked = try await LockedPhone()
        let counts = try await locked.phone.store.write { transaction in
            let own = try #require(transaction.accountTag)
            let other = OwnerTag(bytes: [UInt8](repeating: 8, count: own.bytes.count))
            try transaction.run(
                Statement("CREATE TEMPORARY TABLE copied AS SELECT * FROM entry WHERE share IS NOT NULL"))
            try transaction.run(
                Statement("UPDATE copied SET id = zeroblob(16), owner = $1", .bytes(other.bytes)))
            try transaction.run(Statement("INSERT INTO entry SELECT * FROM copied"))
            func sealed(current: Bool) throws -> [Int64?] {
                try [own, other].map { owner in
                    try transaction.run(EntryTable.countSealed(of: owner, notUnder: [], anyBase: !current)).first?.int(
                        0)
                }
            }
            let selected = try [own, other].map { owner in
                Int64(
                    try transaction.run(EntryTable.selectSealed(of: owner)).count
                        * transaction.run(EntryTable.selectMisplaced(of: owner, key: [1])).count)
            }
            let before = try sealed(current: true)
            try transaction.run(EntryTable.keepSealed(of: own, notUnder: []))
            let kept = try sealed(current: true)
            try transaction.run(EntryTable.deleteSealed(of: other, notUnder: []))
            return [selected, before, kept, try sealed(current: false)]
        }
        #expect(counts == [[1, 1], [1, 1], [0, 1], [1, 0]])
    }

    @Test func `after a sync the disk holds nothing of what it sent under the platform key`() async throws {
        let test = try await PINPair(), wire = FaultyConnection(test.pair.vaultConnection)
        let tablet = try await test.newDevice("tablet", vault: wire)
        _ = try await tablet.logInWithPIN(PINPair.pin())
        _ = try await tablet.sync()
        _ = try await tablet.add(uri: DeviceFixture.uri("Draft"))
        let locked = LockedPhone(of: test, tablet), sent = Mutex<[[UInt8]]>([])
        wire.during(0) {
            let ciphertexts = (try? await locked.ciphertexts()) ?? []
            sent.withLock { $0 = ciphertexts }
        }
        _ = try await tablet.sync()
        let ciphertexts = sent.withLock { $0 }
        #expect(ciphertexts.count == 2)
        for ciphertext in ciphertexts { #expect(try locked.bytesOnDisk().contains(ciphertext) == false) }
        #expect(try await locked.sealedRows() == (share: 1, platform: 0))
    }

    @Test func `a thief with the files and the platform key decrypts no synchronised body`() async throws {
        let locked = try await LockedPhone()
        let thief = try await locked.stolen(), cipher = thief.cipher
        #expect(try await thief.entries().map(\.issuer) == ["Draft"])
        let rows = try await thief.database.read {
            try $0.run(Statement("SELECT id, base, body FROM entry WHERE share IS NOT NULL"))
        }
        #expect(rows.count == 1)
        for row in rows {
            let id = try row.bytes(0)
            for column in 1...2 {
                for context in 1...3 as ClosedRange<UInt8> {
                    let sealed = try row.bytes(column)
                    #expect(throws: CryptoFault.self) { try cipher.open(sealed, context: id + [context]) }
                }
            }
        }
        // Another share, such as one that the thief makes up, opens nothing either.
        let made = ShareKey(
            HeldShare(
                account: try #require(try await thief.profile().accountId),
                share: try #require(UnlockShare([UInt8](repeating: 0, count: 32))), provenAt: locked.clock,
                offlineUnlockHours: 72), cipher)
        let row = try #require(rows.first)
        #expect(throws: CryptoFault.self) { try made.cipher.open(try row.bytes(2), context: try row.bytes(0) + [2]) }
    }

    @Test func `the share is the same for every PIN, also for one that another device has made`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        let tablet = try await locked.test.newDevice()
        _ = try await tablet.logInWithPIN(PINPair.pin())
        try await tablet.changePIN(from: PINPair.pin(), to: PINPair.other())
        try await phone.lock()
        #expect(await refusal { try await phone.unlock(PINPair.pin()) } == "pinWrong 2")
        try await phone.unlock(PINPair.other())
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test func `rows under another share are received again, and unsynchronised ones are kept`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await locked.installOtherShare()
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
        _ = try await phone.sync()
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
        let cursor = try await phone.store.profile().cursor
        #expect(cursor != nil)
        try await phone.lock()
        try await locked.installOtherShare()
        #expect(try await phone.store.profile().cursor == cursor)
    }

    @Test func `rows under another share stay while the vault cannot be reached, and open when their share returns`()
        async throws
    {
        let locked = try await LockedPhone(), phone = locked.phone
        try await locked.installOtherShare()
        #expect(try await locked.sealedRows() == (share: 1, platform: 1))
        try await phone.unlock(PINPair.pin())
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test func `rows that cannot be opened any more keep no later entry from being sent`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone, pair = locked.test.pair
        let copy = try await pair.backUpVault()
        // More rows than a push has operations.
        for number in 0...100 { _ = try await phone.add(uri: DeviceFixture.uri("Lost\(number)")) }
        _ = try await phone.sync()
        try await pair.restoreVault(copy)
        try await locked.installOtherShare()
        _ = try await phone.sync()
        locked.advance(.milliseconds(1))
        _ = try await phone.add(uri: DeviceFixture.uri("New"))
        #expect(try await phone.sync().sent == 1)
    }

    @Test func `a tombstone removes a row that cannot be opened`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        let tablet = try await locked.test.newDevice()
        _ = try await tablet.logInWithPIN(PINPair.pin())
        _ = try await tablet.sync()
        try await tablet.delete(try await tablet.entry(named: "Bank"))
        _ = try await tablet.sync()
        try await locked.installOtherShare()
        _ = try await phone.sync()
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
        #expect(try await locked.sealedRows() == (share: 1, platform: 0))
    }

    @Test func `sync is refused without the share, and nothing is stored under the platform key`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        let bank = try await phone.entry(named: "Bank")
        locked.advance(.hours(73))
        #expect(await isLocked { _ = try await phone.sync() })
        #expect(await isLocked { try await phone.store.put(bank) })
        #expect(try await locked.openIssuers() == ["Draft"])
        #expect(try await phone.store.entries().allSatisfy { $0.inFlight == nil })
        #expect(try await phone.lockStatus()?.holdsShare == false)
    }

    @Test(arguments: 0..<3) func `a share whose time ends during a sync stops the sync, and the next one completes it`(
        _ call: Int
    ) async throws {
        let test = try await PINPair(), pair = test.pair, wire = FaultyConnection(pair.vaultConnection)
        let tablet = try await test.newDevice("tablet", vault: wire)
        _ = try await tablet.logInWithPIN(PINPair.pin())
        for number in 0..<3 { _ = try await test.phone.add(uri: DeviceFixture.uri("Phone\(number)")) }
        _ = try await test.phone.sync()
        for number in 0..<3 { _ = try await tablet.add(uri: DeviceFixture.uri("Tablet\(number)")) }
        wire.during(call) { pair.clock.advance(by: .hours(73)) }
        #expect(await isLocked { _ = try await tablet.sync() })
        try await pair.settle()
        try await tablet.unlock(PINPair.pin())
        _ = try await tablet.sync()
        let issuers = try await tablet.entries().map(\.issuer).sorted()
        #expect(issuers == ["Phone0", "Phone1", "Phone2", "Tablet0", "Tablet1", "Tablet2"])
        #expect(
            try await tablet.store.database.read {
                try $0.run(Statement("SELECT id FROM entry WHERE share IS NULL")).count
            } == 0)
    }

    @Test(arguments: [true, false]) func `a 401 on a locked device takes no row that only the device has`(
        _ holdsShare: Bool
    ) async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        if !holdsShare { locked.advance(.hours(73)) }
        try await phone.apply(.refused(.sessionRevoked), reason: "It ended.", to: phone.store.profile().session)
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
        #expect(try await locked.sealedRows() == (share: 0, platform: 1))
        #expect(try await phone.store.profile().notice == "It ended. Removed from this device: 1. Kept on it: 1.")
        #expect(locked.test.keys.share.read() == nil)
    }

    @Test(arguments: [
        (true, " Of these, 1 cannot be opened any more: the service had a part of their key, which is deleted too."),
        (false, " Of these, 1 open when this account is signed in here again and its PIN is entered."),
    ])
    func `the notice says how many of the kept entries cannot be opened`(_ isDeleted: Bool, _ end: String) async throws
    {
        let locked = try await LockedPhone(hours: 0), phone = locked.phone
        try await phone.lock()
        try await phone.apply(
            isDeleted ? .accountDeletedElsewhere : .ownRequestTookEffect(.keep), reason: "It ended.",
            to: phone.store.profile().session)
        #expect(
            try await phone.store.profile().notice
                == "It ended. Removed from this device: 0. Kept on it: 2." + end)
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
    }

    @Test func `a logout that keeps makes the entries readable by the platform key alone`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        _ = try await phone.sync()
        try await phone.logout(.keep)
        #expect(try await locked.sealedRows() == (share: 0, platform: 2))
        #expect(locked.test.keys.share.read() == nil)
        let thief = try await locked.stolen()
        #expect(try await thief.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
    }

    @Test func `a locked device without the share logs out and deletes, and keeps what was never sent`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        locked.advance(.hours(73))
        #expect(await isLocked { try await phone.logout(.keep) })
        #expect(try await phone.store.profile().sessionId != nil)
        try await phone.logout(.delete)
        #expect(try await phone.entries().map(\.issuer) == ["Draft"])
        #expect(try await locked.sealedRows() == (share: 0, platform: 1))
    }

    @Test func `an account that comes back with a code alone finds the device locked`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.logout(.keep)
        try await locked.signInWithCode()
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { _ = try await phone.sync() })
        try await phone.unlock(PINPair.pin())
        _ = try await phone.sync()
        #expect(try await phone.entries().map(\.issuer).sorted() == ["Bank", "Draft"])
        #expect(try await locked.sealedRows() == (share: 2, platform: 0))
    }

    @Test func `who registers again on a device that is not admitted does not open it`() async throws {
        let locked = try await LockedPhone(), phone = locked.phone
        try await phone.lock()
        for _ in 0..<3 { _ = await refusal { try await phone.unlock(PINPair.wrong()) } }
        _ = try await phone.register(phone: PINPair.number, group: try #require(GroupID(rawValue: "demo")))
        #expect(try await phone.confirm(code: nil).isUnproven)
        #expect(await isLocked { _ = try await phone.entryList() })
        #expect(await isLocked { try await phone.openLockScreenOffline() })
        #expect(try await locked.sealedRows() == (share: 1, platform: 1))
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool { firstRange(of: part) != nil }
}
