import Contracts
import Cryptography
import Domain
import Foundation
import PIN
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// A phone whose account has a PIN, an entry in the vault and one that was never sent.
struct LockedPhone {
    let test: PINPair
    let phone: Device
    var clock: Instant { test.pair.clock.now }

    /// - Parameter device: the device to look at; nil for the phone.
    init(of test: PINPair, _ device: Device? = nil) { (self.test, phone) = (test, device ?? test.phone) }

    init(hours: Int64 = 72) async throws {
        self.init(of: try await PINPair())
        if hours != 72 { try await setHours(hours) }
        _ = try await test.phone.add(uri: DeviceFixture.uri("Bank"))
        _ = try await test.phone.sync()
        _ = try await test.phone.add(uri: DeviceFixture.uri("Draft"))
    }

    /// Changes the policy of the group, and lets the phone learn it.
    func setHours(_ hours: Int64) async throws {
        try await test.pair.setOfflineUnlockHours(hours)
        try await phone.unlock(PINPair.pin())
    }

    /// Lets auth give another share than before, as after a restore in which it lost the account's.
    func installOtherShare() async throws {
        try await phone.store.write { transaction in
            guard let account = transaction.profile.accountId,
                let share = UnlockShare([UInt8](repeating: 9, count: 32))
            else { return }
            transaction.keys = []
            try transaction.install(share, hours: 72, of: account, at: transaction.now)
        }
    }

    /// Signs the account in again with a code by message.
    func signInWithCode() async throws {
        try await test.pair.advance(by: .seconds(61))
        _ = try await phone.login(phone: PINPair.number)
        try await test.pair.settle()
        let code = try #require(test.pair.inbox.code(for: PINPair.number).flatMap { OneTimeCode($0) })
        _ = try await phone.confirm(code: code)
    }

    /// The ciphertexts of the bodies and bases of all rows.
    func ciphertexts() async throws -> [[UInt8]] {
        try await phone.store.database.read { transaction in
            try transaction.run(Statement("SELECT base, body, op FROM entry")).flatMap { row in
                [try row.bytesOrNil(0), try row.bytesOrNil(1), try row.bytesOrNil(2)].compactMap(\.self)
            }
        }
    }

    /// The phone after a restart of the app, with what its platform and its disk hold.
    func restart() async throws -> Device {
        await phone.store.database.close()
        return try await test.pair.makeDevice("phone", keys: test.keys, auth: test.auth)
    }

    /// The phone as a thief has it who copies its files and its platform key, without the share.
    func stolen() async throws -> LocalStore {
        let folder = scratchFolder()
        for part in ["", "-wal"] where FileManager.default.fileExists(atPath: file + part) {
            try FileManager.default.copyItem(atPath: file + part, toPath: folder + "/store.sqlite" + part)
        }
        return try await LocalStore.open(
            path: folder + "/store.sqlite", platformKey: test.keys.platform, random: test.pair.random,
            shares: HeldShares(clock: test.pair.clock.wall))
    }

    /// The bytes of the database file and of its log.
    func bytesOnDisk() throws -> [UInt8] {
        try ["", "-wal"].flatMap { part in
            FileManager.default.fileExists(atPath: file + part)
                ? [UInt8](try Data(contentsOf: URL(fileURLWithPath: file + part))) : []
        }
    }

    private var file: String { test.pair.folder + "/\(phone.name).sqlite" }

    func advance(_ duration: Duration) { test.pair.clock.advance(by: duration) }

    /// The issuers of the rows that open without the share, sorted.
    func openIssuers() async throws -> [String] { try await phone.store.entries().map(\.issuer).sorted() }

    /// The names of the keys that seal the rows with a body, by what the columns in the clear say.
    func sealedRows() async throws -> (share: Int, platform: Int) {
        try await phone.store.database.read { transaction in
            func count(_ condition: String) throws -> Int {
                Int(
                    try transaction.run(
                        Statement("SELECT COUNT(*) FROM entry WHERE body IS NOT NULL AND share \(condition)")
                    )[0].int(0))
            }
            return (try count("IS NOT NULL"), try count("IS NULL"))
        }
    }
}

/// True if this call is refused because the device is locked.
func isLocked(_ call: () async throws -> Void) async -> Bool {
    do {
        try await call()
        return false
    } catch { return error as? DeviceFault == .locked }
}
