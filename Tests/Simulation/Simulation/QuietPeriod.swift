import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives

/// A quiet period: every fault is repaired, and every device synchronises until nothing is left to do. Afterwards every
/// queue must be empty and a person's devices must agree.
struct QuietPeriod {
    let world: World

    func run() async {
        world.log.count(.quiet)
        world.log.record("Quiet begins")
        var injector = FaultInjector(world: world, generator: SeededGenerator(1))
        await repair(&injector)
        guard await waitForActs() else { return world.oracle.fail(.notQuiet, "acts do not end") }
        // Some acts slow a link down.
        world.network.healAll()
        await world.oracle.check()
        try? await world.executor.sleep(.seconds(8))
        // The longest pause of a purge that was not acknowledged, and the largest error of a clock by which it was set.
        await world.suspend(for: .seconds(631))
        try? await world.executor.sleep(.seconds(3))
        for round in 0..<9 {
            await injector.perform(.approve, world.devices[0])
            for device in world.devices { await settle(device, round) }
            await world.oracle.check()
            if world.oracle.violation != nil { return }
        }
        if world.oracle.violation == nil { await compare() }
        if world.oracle.violation == nil { await checkDeleted() }
        world.log.record("Quiet ends")
    }

    private func repair(_ injector: inout FaultInjector) async {
        for host in world.hosts {
            host.disk.fail()
            host.disk.dieAtSync(0, after: false)
        }
        world.engine.forgetCommitFaults()
        for event in [Event.networkReliable, .linkHealed, .clockRight, .diskFreed, .repairKey] {
            await injector.perform(event, world.devices[0])
        }
        for service in world.services {
            service.reap()
            if service.isDamaged { await service.stop() }
        }
        try? await world.executor.sleep(.seconds(1))
        for service in world.services { await service.start() }
        for device in world.devices {
            if device.hasDamagedStore { await device.kill(powerLoss: false) }
            _ = await device.startApp()
        }
    }

    private func waitForActs() async -> Bool {
        for _ in 0..<400 {
            if world.devices.allSatisfy({ $0.acts == 0 }) { return true }
            try? await world.executor.sleep(.milliseconds(500))
        }
        return false
    }

    /// Signs in again where the services ask for it, and synchronises.
    private func settle(_ device: DeviceHost, _ round: Int) async {
        guard let app = await device.startApp(), let profile = try? await app.store.profile(),
            let account = profile.accountId, let person = device.person
        else { return }
        do {
            if device.mustSignIn || profile.login != .loggedIn || profile.isUnproven || profile.accessToken == nil {
                try await SignInAttempt(world: world, device: device, person: person).run(app)
            }
            _ = try await world.synchronise(app)
        } catch {
            await refused(error as? DeviceFault, device, app, person, account, round)
        }
    }

    private func refused(
        _ fault: DeviceFault?, _ device: DeviceHost, _ app: Device, _ person: Person, _ account: AccountID, _ round: Int
    ) async {
        guard let fault, fault != .signedOut else { return }
        let sentence = Acts.short(fault)
        if case .call(.refused(let refusal)) = fault, Self.endsSync.contains(refusal.name),
            round < Self.lastRounds || refusal.name != "loginRequired"
        {
            world.log.record("\(device.name): sync is refused: \(refusal.name)")
            guard ["loginRequired", "sessionExpired", "loggedInElsewhere"].contains(refusal.name) else { return }
            if !(await world.knowsAccount(of: person)) { (person.hasAccount, person.account) = (false, nil) }
            device.mustSignIn = true
            return
        }
        world.log.record("\(device.name): sync fails in quiet: \(sentence)")
        let isStillIn = (try? await app.store.profile().accountId) == account
        if round >= Self.lastRounds, isStillIn {
            world.oracle.fail(.syncFailsInQuiet, "\(device.name) (\(person.name)) cannot synchronise: \(sentence)")
        }
    }

    /// The first of the rounds in which every sync must succeed that is permitted.
    private static let lastRounds = 7

    /// The refusals after which a device may not synchronise, until its person signs in or an operator decides.
    private static let endsSync: Set<String> = [
        "loginRequired", "sessionExpired", "sessionRevoked", "deviceRevoked", "refreshReused", "accountDeleted",
        "loggedInElsewhere", "waitingForApproval", "disapprovedForSyncing", "newDeviceProofRequired",
    ]

    /// Compares the devices of each account with its vault.
    private func compare() async {
        for device in world.devices {
            guard let app = device.running, let profile = try? await app.store.profile(),
                let account = profile.accountId, profile.login == .loggedIn, !profile.isUnproven,
                profile.approval == .approvedForSyncing, let stored = world.oracle.vault[account], !stored.isPurged,
                (try? await world.synchronise(app)) != nil, let rows = try? await app.entryList().rows
            else { continue }
            var here: [SecretID: [String: String]] = [:]
            for row in rows where !row.isForeign && row.entry.blocked == nil {
                here[row.entry.id] = StoredEntry.texts(row.entry.body)
                if row.entry.hasUnsentEdits {
                    world.oracle.fail(.queueNotEmpty, "\(device.name) has not sent \(row.entry.issuer)")
                }
            }
            let deletions = (try? await app.deletions()) ?? []
            let parked = Set(
                rows.filter { $0.isForeign || $0.entry.blocked != nil }.map(\.entry.id) + deletions.map(\.id))
            var there: [SecretID: [String: String]] = [:]
            for item in stored.items where item.isLive && !parked.contains(item.id) { there[item.id] = item.body }
            guard here != there else { continue }
            let different = Set(here.keys).union(there.keys).filter { here[$0] != there[$0] }.sorted()
            let texts = different.prefix(3).map { id in
                "\(here[id]?["issuer"] ?? "nothing") here and \(there[id]?["issuer"] ?? "nothing") in the vault"
            }
            world.oracle.fail(
                .devicesDisagree,
                "\(device.name) differs from the vault of \(device.person?.name ?? "?"): \(texts.joined(separator: ", "))"
            )
        }
    }

    /// What was deleted is gone, and what was purged is purged.
    private func checkDeleted() async {
        let oracle = world.oracle
        for (id, deletion) in oracle.confirmedDeletions.sorted(by: { $0.key < $1.key }) where deletion.isConfirmed {
            guard let account = oracle.vault[deletion.account], !account.isPurged else { continue }
            // After a restore the device repeats the deletion, if it is permitted to synchronise.
            guard let profile = try? await world.devices[deletion.device].running?.store.profile(),
                profile.approval == .approvedForSyncing, profile.login == .loggedIn, !profile.isUnproven
            else { continue }
            guard let item = account.items.first(where: { $0.id == id && $0.isLive }) else { continue }
            let old = deletion.seen.reduce(into: Set<String>()) { $0.formUnion(oracle.edits.included(in: $1)) }
            if (item.body ?? [:]).values.allSatisfy({ old.contains($0) && !oracle.edits.rewritten.contains($0) }) {
                oracle.fail(.deletedCameBack, "\(item.body?["issuer"] ?? "?") was deleted, and is in the vault again")
            }
        }
        for (id, account) in oracle.vault.sorted(by: { $0.key < $1.key }) where account.dataKeys > 1 {
            oracle.fail(
                .dataKeysNotRenewed,
                "the vault of \(oracle.calls.people[id] ?? "?") has \(account.dataKeys) data keys")
        }
        for account in oracle.purged.sorted() {
            if await world.authHas(account) {
                oracle.fail(
                    .purgedCameBack, "auth has a deleted account of \(oracle.calls.people[account] ?? "?") again")
            }
            guard let stored = oracle.vault[account] else { continue }
            guard !stored.isPurged || stored.rows > 0 || stored.dataKeys > 0 else { continue }
            // If auth was restored to a time before the account, it cannot name the account any more. The command
            // `restore` lists such vaults for the administrator.
            if await world.recordsDeletion(of: account) {
                oracle.fail(
                    .purgedCameBack,
                    "a deleted account of \(oracle.calls.people[account] ?? "?") has \(stored.rows) items and "
                        + "\(stored.dataKeys) keys in the vault")
            }
        }
    }
}
