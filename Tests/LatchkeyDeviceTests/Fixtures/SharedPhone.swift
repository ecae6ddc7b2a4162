import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import PairSupport
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// A phone and a tablet of Ada, with the real services in this process, and a record of what was done on both. Ben
/// signs in on the phone now and then. Its connection and its disk can fail.
final class SharedPhone: Sendable {
    private static let ada = "+4915112345678", ben = "+4915187654321"

    /// What was done so far. Entries are known by their secrets, which nothing changes.
    struct Record {
        var added: Set<String> = []
        var deletedOnPhone: Set<String> = [], deletedOnTablet: Set<String> = []
        var editedOnPhone: Set<String> = [], editedOnTablet: Set<String> = []
        var hasBen = false
        var steps: [String] = []

        var deleted: Set<String> { deletedOnPhone.union(deletedOnTablet) }
        /// The entries that were deleted on one device and not edited on the other one, so that no edit prevails.
        var mustBeGone: Set<String> {
            deleted.subtracting(deletedOnPhone.intersection(editedOnTablet))
                .subtracting(deletedOnTablet.intersection(editedOnPhone))
        }
    }

    let pair: ServicePair, phone: Device, tablet: Device
    let wire: FaultyConnection, disk: FaultyDatabase
    let record = Mutex(Record())
    private let copy = Mutex<DatabaseCopy?>(nil)

    init() async throws {
        pair = try await ServicePair()
        wire = FaultyConnection(pair.vaultConnection)
        disk = FaultyDatabase(try SQLiteDatabase.open(path: "\(pair.folder)/phone.sqlite", readers: 1))
        let random = pair.random
        phone = Device(
            name: "phone", auth: pair.authConnection, authURL: ServicePair.authURL, vault: wire, key: .generate(random),
            store: try await LocalStore(
                on: disk, platformKey: .generate(random), random: random,
                shares: HeldShares(clock: pair.clock.wall)),
            clock: pair.clock.wall,
            random: random)
        tablet = try await pair.makeDevice("tablet")
        _ = try await tablet.register(phone: Self.ada, group: try #require(GroupID(rawValue: "demo")))
        _ = try await tablet.confirm(code: nil)
        try await pair.settle()
        try await signInAda()
    }

    /// True while Ada is signed in on the phone.
    var isAdas: Bool {
        get async throws { try await phone.store.profile().accountId == tablet.store.profile().accountId }
    }

    func note(_ step: String) { record.withLock { $0.steps.append(step) } }

    /// Does something that may fail, and what the services do in the background.
    func attempt(_ step: String, _ body: () async throws -> Void) async throws {
        note(step)
        do { try await body() } catch { note("  failed: \(error)") }
        try await pair.settle()
    }

    func signInAda() async throws {
        note("Ada signs in on the phone")
        try await signIn(phone, Self.ada)
        if let waiting = try await tablet.sessions().first(where: \.isPending) {
            try await tablet.admit(waiting.sessionId, digits: waiting.digits ?? "")
        }
        _ = try await phone.status()
        try await pair.settle()
    }

    func signInBen() async throws {
        note("Ben signs in on the phone")
        if record.withLock({ $0.hasBen }) {
            try await signIn(phone, Self.ben)
        } else {
            _ = try await phone.register(phone: Self.ben, group: try #require(GroupID(rawValue: "demo")))
            _ = try await phone.confirm(code: nil)
            record.withLock { $0.hasBen = true }
        }
        try await pair.settle()
    }

    /// Adds an entry for Ada on the phone, with a secret of its own for each number.
    func add(_ number: Int) async throws {
        guard try await isAdas else { return }
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let secret = "JBSWY3DPEHPK3P" + String([digits[number / 32 % 32], digits[number % 32]])
        note("phone adds \(secret)")
        record.withLock { _ = $0.added.insert(secret) }
        _ = try await phone.add(uri: "otpauth://totp/E\(number):ada?secret=\(secret)&issuer=E\(number)")
    }

    func edit(_ entry: LocalEntry, to label: String, onPhone: Bool = true) async throws {
        note("\(onPhone ? "phone" : "tablet") edits \(entry.secret) to \(label)")
        record.withLock {
            _ = onPhone ? $0.editedOnPhone.insert(entry.secret) : $0.editedOnTablet.insert(entry.secret)
        }
        _ = try await (onPhone ? phone : tablet).edit(entry, issuer: label, accountName: nil)
    }

    /// Deletes an entry. On the phone only while Ada is signed in: else the deletion is meant for the phone alone.
    func delete(_ entry: LocalEntry, onPhone: Bool = true) async throws {
        if onPhone { guard try await isAdas else { return } }
        note("\(onPhone ? "phone" : "tablet") deletes \(entry.secret)")
        do {
            try await (onPhone ? phone : tablet).delete(entry)
            record.withLock {
                _ = onPhone ? $0.deletedOnPhone.insert(entry.secret) : $0.deletedOnTablet.insert(entry.secret)
            }
        } catch {
            note("  failed: \(error)")
        }
    }

    /// Copies the vault's database.
    func backUp() async throws {
        note("the vault is backed up")
        let new = try await pair.backUpVault()
        copy.withLock { $0 = new }
    }

    /// Restores the vault from the last copy, after the tablet has received what the vault has: else what only the
    /// vault had would be lost.
    func restore() async throws {
        guard let copy = copy.withLock({ $0 }) else { return }
        note("tablet syncs, and the vault is restored")
        _ = try await tablet.sync()
        try await pair.restoreVault(copy)
    }

    /// Signs Ada in, decides about everything that waits, and syncs both devices until they agree.
    func settle() async throws {
        try await signInAda()
        for _ in 0..<3 {
            for device in [phone, tablet] {
                for entry in try await own(on: device) where entry.blocked != nil {
                    let isDeleted = record.withLock { $0.deleted.contains(entry.secret) }
                    _ = try await isDeleted ? device.discard(entry) : device.keepAsNew(entry)
                }
                for entry in try await device.deletions() { _ = try await device.acceptDeletion(of: entry) }
                _ = try await device.sync()
            }
        }
    }

    /// Ada's visible entries, by id.
    func own(on device: Device) async throws -> [LocalEntry] {
        try await device.entryList().rows.filter { !$0.isForeign }.map(\.entry).sorted { $0.id < $1.id }
    }

    /// The secrets in Ben's vault.
    func bensSecrets() async throws -> Set<String> {
        guard record.withLock({ $0.hasBen }) else { return [] }
        let device = try await pair.makeDevice("ben")
        try await signIn(device, Self.ben)
        if try await device.store.profile().isUnproven { return [] }
        _ = try await device.sync()
        return Set(try await device.entries().map(\.secret))
    }

    private func signIn(_ device: Device, _ number: String) async throws {
        try await pair.advance(by: .seconds(7 * 3600))
        _ = try await device.login(phone: number)
        try await pair.settle()
        let code = try #require(pair.inbox.code(for: number).flatMap { OneTimeCode($0) })
        _ = try await device.confirm(code: code)
        try await pair.settle()
    }
}

extension LocalEntry {
    /// The shared key, by which a walk knows an entry.
    var secret: String { (body ?? base?.body)?["secret"]?.string ?? "?" }
}
