import Cryptography
import DPoP
import LatchkeyDevice
import Primitives
import SQL
import SQLite

/// A phone, watch or tablet. Its disk and keys last; the app's process is started and killed.
final class DeviceHost: @unchecked Sendable {  // all of a simulation runs on one thread
    let number: Int
    let host: Host
    /// The people who use this device; the first one owns it.
    let users: [Person]
    private(set) var key: DeviceKey
    private(set) var platformKey: Key256
    /// The app, while it runs.
    private(set) var app: Device?
    /// The person whose account the app is signed in to, as the simulation last saw it.
    var person: Person?
    /// The acts that are under way on this device.
    var acts = 0
    /// True while a sign-in is under way: a person does not begin two.
    var isSignInUnderWay = false
    /// True while a logout is under way: a person does not begin two.
    var isLogoutUnderWay = false
    /// True while an edit or a deletion is being stored: a person changes one entry at a time.
    var isChangeUnderWay = false
    /// True while nobody opens the app, because its person has put the device away.
    var isAway = false
    /// True if a service has asked for a new login.
    var mustSignIn = false
    private var database: SQLiteDatabase?
    private var generation = 0
    private let world: World

    init(_ number: Int, _ name: String, users: [Person], world: World) {
        self.number = number
        self.users = users
        self.world = world
        host = Host(name, seed: world.seed, executor: world.executor)
        key = .generate(world.random)
        platformKey = .generate(world.random)
    }

    var name: String { host.name }

    /// The app, if its process lives.
    var running: Device? { generation == host.disk.generation ? app : nil }

    /// Opens the app. Returns nil if its store cannot be opened now.
    func startApp() async -> Device? {
        if let running { return running }
        guard !isAway else { return nil }
        await reap()
        let (executor, world, began) = (world.executor, world, host.disk.generation)
        do {
            let database = try SQLiteDatabase.open(
                path: "\(name)/store.sqlite", readers: 1, onCommit: { [host] _ in host.commits += 1 }
            ) { work in
                _ = executor.after(world.commitDelay(), work)
            }
            do {
                let store = try await LocalStore(
                    on: database, platformKey: platformKey, random: world.random,
                    shares: HeldShares(clock: host.wall))
                guard began == host.disk.generation, self.database == nil else {
                    await database.close()
                    return running
                }
                let device = Device(
                    name: name, auth: Link(network: world.network, host: name, service: .auth),
                    authURL: ServiceKeys.authURL, vault: Link(network: world.network, host: name, service: .vault),
                    key: key, store: store, clock: host.wall, random: world.random)
                (self.database, generation, app) = (database, began, device)
                host.commits += 1
                world.log.count(.appStarted)
                return device
            } catch {
                await database.close()
                throw error
            }
        } catch {
            world.log.record("\(name): the app cannot open its store: \(error)")
            return nil
        }
    }

    /// True if the store refuses all writes after a fault of the disk, so that only a restart helps.
    var hasDamagedStore: Bool { database?.permanentFault != nil }

    func kill(powerLoss: Bool) async {
        host.disk.kill(powerLoss: powerLoss)
        await reap()
    }

    /// Loses the device: a new one with an empty disk and new keys takes its place.
    func lose() async {
        host.disk.wipe()
        await reap()
        (key, platformKey, person) = (.generate(world.random), .generate(world.random), nil)
    }

    /// Ends what is left of a process whose disk has ended it.
    func reap() async {
        guard let database, generation != host.disk.generation else { return }
        (self.database, app) = (nil, nil)
        world.executor.start { await database.close() }
    }
}
