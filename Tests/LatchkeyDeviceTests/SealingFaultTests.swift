import Contracts
import Domain
import PIN
import PairSupport
import Primitives
import SQL
import Support
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// A process that ends between any two writes of what seals, opens or keeps rows loses nothing.
@Suite(.timeLimit(.minutes(5))) struct SealingFaultTests {
    private enum Step: CaseIterable { case makePIN, unlock, keep, delete }

    @Test(arguments: 0..<6, [true, false]) func `a failing write of any step loses nothing`(
        _ countdown: Int, _ isAfterCommit: Bool
    ) async throws {
        for step in Step.allCases { try await run(step, countdown, isAfterCommit) }
    }

    private func run(_ step: Step, _ countdown: Int, _ isAfterCommit: Bool) async throws {
        let pair = try await ServicePair(), keys = DeviceKeys(pair.random), path = "\(pair.folder)/phone.sqlite"
        let disk = FaultyDatabase(try SQLiteDatabase.open(path: path, readers: 1))
        func open(_ database: any Database) async throws -> Device {
            let store = try await LocalStore(
                on: database, platformKey: keys.platform, random: pair.random,
                shares: HeldShares(clock: pair.clock.wall, storage: keys.share))
            return Device(
                name: "phone", auth: pair.authConnection, authURL: ServicePair.authURL, vault: pair.vaultConnection,
                key: keys.device, store: store, clock: pair.clock.wall, random: pair.random)
        }
        var phone = try await open(disk)
        try await pair.signIn([phone], phone: PINPair.number)
        _ = try await phone.add(uri: DeviceFixture.uri("Bank"))
        _ = try await phone.sync()
        _ = try await phone.add(uri: DeviceFixture.uri("Draft"))
        if step != .makePIN { try await phone.makePIN(PINPair.pin()) }
        disk.fail(in: countdown, afterCommit: isAfterCommit)
        do { try await carryOut(step, on: phone) } catch {}
        disk.fail(in: nil, afterCommit: false)
        // The process ends here, and the app starts again.
        await phone.store.database.close()
        phone = try await open(try SQLiteDatabase.open(path: path, readers: 1))
        if try await phone.store.profile().sessionId != nil, step == .makePIN {
            do { _ = try await phone.makePIN(PINPair.pin()) } catch {}
        }
        if try await phone.lockStatus()?.isLocked == true { try await phone.unlock(PINPair.pin()) }
        var issuers = try await phone.entries().map(\.issuer).sorted()
        if step == .delete, issuers == ["Draft"] || issuers.isEmpty {
            _ = try await phone.logInWithPIN(PINPair.pin())
            try await pair.settle()
            _ = try await phone.sync()
            issuers = try await phone.entries().map(\.issuer).sorted()
        }
        #expect(issuers == ["Bank", "Draft"], "\(step), \(countdown), \(isAfterCommit)")
        await phone.store.database.close()
    }

    private func carryOut(_ step: Step, on phone: Device) async throws {
        switch step {
        case .makePIN: try await phone.makePIN(PINPair.pin())
        case .unlock:
            try await phone.lock()
            try await phone.unlock(PINPair.pin())
        case .keep: try await phone.logout(.keep)
        case .delete: try await phone.logout(.delete)
        }
    }
}
