import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives

/// The absence of one device for hours, with an operation whose answer was lost, while the others go on. Either the
/// device is away for longer than the vault keeps tombstones, or it synchronises once in between, without an answer.
struct Absence {
    let world: World
    let device: DeviceHost
    var generator: SeededGenerator

    /// Returns false if nobody is signed in on the device, or if acts are under way.
    mutating func run() async -> Bool {
        guard device.acts == 0, !device.isLogoutUnderWay, !device.isSignInUnderWay, let app = device.running,
            let account = await Self.account(of: app)
        else { return false }
        world.network.healAll()
        world.network.faultRates = .init()
        await signInElsewhere(account)
        let entry = await leaveUnanswered(app)
        // What the synchronisations have merged is looked at before somebody deletes it.
        await world.oracle.check()
        await removeByBackend(app, account)
        await put(away: true)
        if generator.chance(50) {
            world.log.record("\(device.name) is away for 9 hours")
            await pass(periods: 15, account, entry)
        } else {
            world.log.record("\(device.name) is away for 8 hours, with one sync in between")
            await pass(periods: 7, account, entry)
            await put(away: false)
            if let app = await device.startApp() {
                await synchroniseUnanswered(app)
                // The vault writes the cursors that devices have presented once a minute.
                try? await world.executor.sleep(.seconds(62))
                await world.oracle.check()
            }
            await put(away: true)
            await pass(periods: 7, account, nil)
        }
        await put(away: false)
        world.log.record("\(device.name) is back")
        if let app = await device.startApp() { await synchronise(app, of: device) }
        return true
    }

    /// The account that is signed in and may synchronise; nil if there is none.
    private static func account(of app: Device) async -> AccountID? {
        guard let profile = try? await app.store.profile(), profile.login == .loggedIn, !profile.isUnproven,
            profile.approval == .approvedForSyncing
        else { return nil }
        return profile.accountId
    }

    /// Signs the person in on another device, unless they are signed in on one: somebody has to delete what this device sends.
    private func signInElsewhere(_ account: AccountID) async {
        let others = world.devices.filter { $0 !== device }
        for other in others {
            guard let app = other.running, await Self.account(of: app) == account else { continue }
            if await synchronise(app, of: other) { return }
            other.mustSignIn = true
        }
        guard let person = device.person,
            let other = others.first(where: { other in
                (other.person == nil || other.mustSignIn) && other.acts == 0 && !other.isSignInUnderWay
                    && other.users.contains { $0.name == person.name }
            }), let app = await other.startApp()
        else { return }
        do {
            try await SignInAttempt(world: world, device: other, person: person).run(app)
        } catch {
            world.log.record("\(other.name): signIn fails: \(Acts.short(error))")
        }
        var injector = FaultInjector(world: world, generator: generator)
        await injector.perform(.approve, other)
    }

    private func put(away isAway: Bool) async {
        device.isAway = isAway
        if isAway { await device.kill(powerLoss: false) }
    }

    /// Adds or edits an entry and sends it, so that only its answer is lost; then edits another one, which is not sent.
    /// Returns the entry that was sent.
    private mutating func leaveUnanswered(_ app: Device) async -> SecretID? {
        await synchronise(app, of: device)
        await act(.add, on: device)
        let added = try? await app.store.entries().first { $0.base == nil && $0.inFlight == nil && $0.body != nil }
        await synchroniseUnanswered(app)
        if generator.chance(70) { await act(.edit, on: device) }
        return added?.id
    }

    private func synchroniseUnanswered(_ app: Device) async {
        guard world.hasFaults else {
            await synchronise(app, of: device)
            return
        }
        // Without a valid access token the device would ask auth first.
        _ = try? await app.refresh()
        world.log.record("\(device.name) synchronises, and gets no answer")
        world.network.silent.insert("\(device.name) vault")
        _ = try? await world.synchronise(app)
        world.network.silent.remove("\(device.name) vault")
    }

    private mutating func removeByBackend(_ app: Device, _ account: AccountID) async {
        guard let token = try? await app.store.profile().accessToken else { return }
        for act in [Event.backendTrash, .backendDelete] where generator.chance(50) {
            var backend = Backend(
                world: world, device: device, token: token, account: account,
                generator: SeededGenerator(generator.next(), "\(act)"))
            await backend.perform(act)
        }
    }

    /// Lets time pass, while the other devices synchronise and change something.
    ///
    /// - Parameter entry: an entry that another device of the account deletes.
    private mutating func pass(periods: Int, _ account: AccountID, _ entry: SecretID?) async {
        for period in 0..<periods {
            await world.passTime()
            guard world.oracle.violation == nil else { return }
            guard period % 3 == 0 else { continue }
            for other in world.devices where other !== device && other.acts == 0 {
                guard let app = await other.startApp() else { continue }
                await synchronise(app, of: other)
                guard period == 0, await Self.account(of: app) == account else { continue }
                if generator.chance(80) { await act(.delete, on: other, target: entry) }
                if generator.chance(30) { await act(.edit, on: other) }
                await synchronise(app, of: other)
            }
        }
    }

    private mutating func act(_ event: Event, on device: DeviceHost, target: SecretID? = nil) async {
        var acts = Acts(
            world: world, device: device, generator: SeededGenerator(generator.next(), "\(event)"), target: target)
        await acts.perform(event)
    }

    /// Synchronises a device; repeats it where a service asks for that, as it does after a time without calls.
    ///
    /// - Returns: false if it fails.
    @discardableResult
    private func synchronise(_ app: Device, of device: DeviceHost) async -> Bool {
        for _ in 0..<3 {
            do {
                _ = try await world.synchronise(app)
                return true
            } catch {
                world.log.record("\(device.name) cannot synchronise: \(Acts.short(error))")
                guard let fault = error as? DeviceFault, case .call(.refused(let refusal)) = fault,
                    refusal.isKind(.unavailable)
                else { return false }
                try? await world.executor.sleep(.milliseconds(1500))
            }
        }
        return false
    }
}
