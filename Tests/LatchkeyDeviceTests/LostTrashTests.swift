import Contracts
import Domain
import JSONRPC
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Moves to the server's trash that a restore of the vault loses, with the real services and two devices. The devices
/// make no such moves themselves, so a backend's operations are sent with the session of the first device.
@Suite struct LostTrashTests {
    private static let uri = "otpauth://totp/Bank:ada?secret=JBSWY3DPEHPK3PXP&issuer=Bank"

    private let pair: ServicePair
    private let phone: Device
    private let tablet: Device

    init() async throws {
        pair = try await ServicePair()
        (phone, tablet) = (try await pair.makeDevice("phone"), try await pair.makeDevice("tablet"))
        try await pair.signIn([phone, tablet], phone: "+4915112345678")
    }

    @Test func `a move to the trash that both devices have seen is made again after a restore, restorable as before`()
        async throws
    {
        let id = try await phone.add(uri: Self.uri).id
        try await sync(phone, tablet)
        let copy = try await pair.backUpVault()
        try await change(.trash, id)
        try await sync(phone, tablet)
        #expect(try await visible() == [])
        for isPhoneFirst in [true, false] {
            try await pair.restoreVault(copy)
            #expect(try await state(of: id) == "live")
            try await sync(isPhoneFirst ? phone : tablet, isPhoneFirst ? tablet : phone)
            try await sync(phone, tablet)
            #expect(try await [state(of: id)] + visible() == ["trashed"])
        }
        try await change(.restore, id)
        try await sync(phone, tablet)
        #expect(try await visible() == ["Bank", "Bank"])
    }

    @Test(arguments: [true, false])
    func `a move to the trash stands although another device, which has not seen it, brings the entry back`(
        isTrashFirst: Bool
    ) async throws {
        let copy = try await pair.backUpVault()
        let id = try await phone.add(uri: Self.uri).id
        try await sync(phone, tablet)
        try await change(.trash, id)
        try await sync(tablet)
        try await pair.restoreVault(copy)
        try await sync(isTrashFirst ? tablet : phone, isTrashFirst ? phone : tablet)
        try await sync(tablet, phone)
        #expect(try await [state(of: id)] + visible() == ["trashed"])
    }

    @Test(arguments: [true, false])
    func `a move to the trash that somebody has undone stays undone after a restore, whichever device comes first`(
        isTrashFirst: Bool
    ) async throws {
        let id = try await phone.add(uri: Self.uri).id
        try await sync(phone, tablet)
        let copy = try await pair.backUpVault()
        try await change(.trash, id)
        try await sync(tablet)
        try await change(.restore, id)
        try await sync(phone)
        try await pair.restoreVault(copy)
        try await sync(isTrashFirst ? tablet : phone, isTrashFirst ? phone : tablet)
        try await sync(tablet, phone)
        #expect(try await [state(of: id)] + visible() == ["live", "Bank", "Bank"])
    }

    @Test func `content that the server's trash lacks stays restorable on the device that has it`() async throws {
        let entry = try await phone.add(uri: Self.uri)
        try await sync(phone, tablet)
        let copy = try await pair.backUpVault()
        _ = try await phone.edit(entry, issuer: "Newer", accountName: nil)
        try await sync(phone)
        try await change(.trash, entry.id)
        try await sync(tablet)
        try await pair.restoreVault(copy)
        try await sync(tablet, phone)
        #expect(try await [state(of: entry.id)] + visible() == ["trashed"])
        #expect(try await phone.deletions().map(\.issuer) == ["Newer"])
        _ = try await phone.rejectDeletion(of: phone.deletion(named: "Newer"))
        try await sync(phone, tablet)
        #expect(try await [state(of: entry.id)] + visible() == ["live", "Newer", "Newer"])
    }

    @Test func `a move to the trash stands against a device that brings the entry back after two restores`()
        async throws
    {
        let copy = try await pair.backUpVault()
        let id = try await phone.add(uri: Self.uri).id
        try await sync(phone, tablet)
        try await change(.trash, id)
        try await sync(phone)
        // Each time the phone finds no item to move, and the tablet brings one back afterwards.
        for _ in 0..<2 {
            try await pair.restoreVault(copy)
            try await sync(phone, tablet)
        }
        try await sync(phone, tablet)
        #expect(try await [state(of: id)] + visible() == ["trashed"])
    }

    @Test func `after a logout that keeps the entries the lost move is still a move to the trash`() throws {
        let version = ItemBase(epoch: EpochID(bits: 1), rev: DecimalInt64(7))
        let deletion = RememberedDeletion(
            id: SecretID(bits: 1), version: version, isTrash: true, contentDigest: nil, contentVersion: nil)
        let lost = LocalEntry.lostDeletion(deletion, at: Instant(ms: 0), owner: OwnerTag(bytes: [1]))
        var kept = lost.keptThroughLogout(of: OwnerTag(bytes: [1])) { _ in "" }
        #expect(kept.nextOperationType == nil)
        kept.base?.state = .lost
        #expect(kept.nextOperationType == .trash && kept == lost)
    }

    /// Moves that a device has seen, of entries that nobody has edited or brought back, are in the trash at the end. A
    /// device that asks the person about an entry has not moved it, so a restore can undo the question.
    @Test(arguments: 0..<6) func `after any walk both devices agree, and the trash holds what it should and no more`(
        _ turn: Int
    ) async throws {
        var walk = RandomWalk(), copy = try await pair.backUpVault(), added: [SecretID] = [], moved: Set<SecretID> = []
        var unseen: Set<SecretID> = [], seen: Set<SecretID> = [], changed: Set<SecretID> = []
        for step in 0..<50 {
            let device = walk.next() % 2 == 0 ? phone : tablet
            let entries = try await device.entries().sorted { $0.id < $1.id }
            let items = try await pull().items.filter { $0.state != .deleted }
            let item = items.isEmpty ? nil : items[Int(walk.next() % UInt64(items.count))]
            switch (walk.next() % 10, item) {
            case (0...1, _):
                let secret =
                    "JBSWY3DPEHPK3P" + ["AA", "BB", "CC", "DD", "EE"][step % 5] + "234567".prefix(step / 10 + 1)
                let uri = "otpauth://totp/E\(step):ada?secret=\(secret)&issuer=E\(step)"
                if let entry = try? await device.add(uri: uri) { added.append(entry.id) }
            case (2...3, let item?):
                moved.insert(item.id)
                try await change(item.state == .live ? .trash : .restore, item.id)
                if item.state == .live { unseen.insert(item.id) } else { changed.insert(item.id) }
            case (4, _):
                guard let entry = entries.first else { continue }
                changed.insert(entry.id)
                _ = try await device.edit(entry, issuer: "I\(step)", accountName: nil)
            case (5, _): copy = try await pair.backUpVault()
            case (6, _):
                try await pair.restoreVault(copy)
                unseen = []
            case (_, _):
                try await sync(device)
                (seen, unseen) = (seen.union(unseen), [])
                changed.formUnion(try await device.undecidedEntries().map(\.id))
            }
        }
        // A decision of one device may be the next one's question, so the rounds end when neither asks.
        for round in 0..<8 {
            var questions = 0
            for device in [phone, tablet] {
                questions += try await device.undecidedEntries().count + device.deletions().count
                for entry in try await device.undecidedEntries() { _ = try await device.keepAsNew(entry) }
                for entry in try await device.deletions() {
                    changed.insert(entry.id)
                    _ = try await device.rejectDeletion(of: entry)
                }
                try await sync(device)
            }
            if round >= 3, questions == 0 { break }
        }
        let shown = [try await phone.entries(), try await tablet.entries()].map { entries in
            entries.map { "\($0.id) \($0.issuer)" }.sorted()
        }
        #expect(shown[0] == shown[1], "\(walk.note)")
        let present = Set(try await phone.entries().map(\.id))
        #expect(Set(added).subtracting(moved).subtracting(present).isEmpty, "\(walk.note)")
        let live = try await pull().items.filter { $0.state == .live }.map(\.id)
        #expect(Set(live) == present, "\(walk.note)")
        #expect(seen.subtracting(changed).isDisjoint(with: present), "\(walk.note)")
    }

    private func sync(_ devices: Device...) async throws {
        for device in devices { _ = try await device.sync() }
    }

    /// Moves the item to the trash or back, from its present version.
    private func change(_ type: SecretOperation, _ id: SecretID) async throws {
        let session = try await phone.store.profile().session, pull = try await pull()
        let item = try #require(pull.items.first { $0.id == id })
        let operation = PushOp(
            opId: phone.random.id(), type: type, id: id, base: ItemBase(epoch: pull.epoch, rev: item.rev),
            knownSeq: pull.head)
        let answer = try await phone.callVault(VaultPush.self, .init(ops: [operation]), for: session)
        #expect(answer.results.map(\.outcome) == [.applied])
    }

    private func pull() async throws -> VaultPull.Answer {
        try await phone.callVault(VaultPull.self, .init(), for: phone.store.profile().session)
    }

    /// The issuers that the phone shows and then those that the tablet shows.
    private func visible() async throws -> [String] {
        try await phone.entries().map(\.issuer) + tablet.entries().map(\.issuer)
    }

    private func state(of id: SecretID) async throws -> String {
        let select = Statement("SELECT state FROM vault_item WHERE id = $1", .identifier(id))
        return try await pair.vaultDatabase.select(select)[0].text(0)
    }
}
