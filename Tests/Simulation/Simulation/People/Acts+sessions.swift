import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives

/// How people end sessions.
extension Acts {
    /// Logs out on a shared device and lets its other user sign in at once, while the app still synchronises.
    ///
    /// The answers of the vault are slow meanwhile, so that some arrive when the other user is already signed in.
    mutating func handOver(_ app: Device) async throws -> Bool {
        guard device.users.count > 1, let before = device.person,
            let next = device.users.first(where: { $0 !== before }), !device.isLogoutUnderWay
        else { return false }
        device.isLogoutUnderWay = true
        defer { device.isLogoutUnderWay = false }
        record("synchronises and is handed over to \(next.name)")
        let choice: SecretChoice = generator.chance(50) ? .keep : .delete
        world.executor.start { [world] in _ = try? await world.synchronise(app) }
        let own = try await ownEntries(app)
        await beginLateAnswers(app)
        defer { world.network.speedUp(device.name, .vault) }
        try await app.logout(choice)
        record("has logged out")
        if choice == .delete { try await checkNothingIsLeft(of: own, app) }
        world.executor.start { [world] in _ = try? await world.synchronise(app) }
        try await SignInAttempt(world: world, device: device, person: next).run(app)
        return true
    }

    /// Slows the link to the vault down, and begins two syncs and a change by a backend. The syncs begin after the one
    /// that a logout makes, and so end after it.
    private mutating func beginLateAnswers(_ app: Device) async {
        if world.hasFaults { world.network.slowDown(device.name, .vault) }
        for _ in 0..<2 {
            let delay = Duration.milliseconds(1) + generator.duration(below: 15)
            world.executor.after(delay) { [world, executor = world.executor] in
                executor.start { _ = try? await world.synchronise(app) }
            }
        }
        guard let profile = try? await app.store.profile(), let token = profile.accessToken,
            let account = profile.accountId
        else { return }
        for act in [Event.backendUpdate, .backendBurst] {
            let delay = generator.duration(below: 1500), own = SeededGenerator(generator.next(), "\(act)")
            world.executor.after(delay) { [world, device] in
                world.executor.start {
                    var backend = Backend(world: world, device: device, token: token, account: account, generator: own)
                    await backend.perform(act)
                }
            }
        }
    }

    mutating func leave(_ app: Device, _ choice: SecretChoice, everywhere: Bool) async throws -> Bool {
        let profile = try await app.store.profile()
        guard profile.accountId != nil, !device.isLogoutUnderWay else { return false }
        device.isLogoutUnderWay = true
        defer { device.isLogoutUnderWay = false }
        reuse(profile.accessToken)
        record("logs out\(everywhere ? " everywhere" : "") and \(choice == .keep ? "keeps" : "deletes") the entries")
        let own = try await ownEntries(app)
        if everywhere { try await app.logoutEverywhere(choice) } else { try await app.logout(choice) }
        record("has logged out")
        if choice == .delete { try await checkNothingIsLeft(of: own, app) }
        return true
    }

    func deleteAccount(_ app: Device) async throws -> Bool {
        guard let account = try await app.store.profile().accountId, let person = device.person,
            !device.isLogoutUnderWay
        else { return false }
        device.isLogoutUnderWay = true
        defer { device.isLogoutUnderWay = false }
        record("deletes the account")
        _ = try await app.requestDeletion()
        guard let code = await world.code(for: person).flatMap({ OneTimeCode($0) }) else { return false }
        oracle.accountIsBeingDeleted(account)
        let own = try await ownEntries(app)
        try await app.deleteAccount(.delete, .code(code))
        oracle.accountIsBeingDeleted(account)
        oracle.purged.insert(account)
        if person.account == account { (person.hasAccount, person.account) = (false, nil) }
        record("has deleted the account")
        try await checkNothingIsLeft(of: own, app)
        return true
    }

    /// The entries of the person who is signed in.
    private func ownEntries(_ app: Device) async throws -> Set<SecretID> {
        Set(try await app.entryList().rows.filter { !$0.isForeign }.map(\.entry.id))
    }

    /// After a logout that deletes, none of the person's entries is synchronised, unless somebody signs in already.
    private func checkNothingIsLeft(of own: Set<SecretID>, _ app: Device) async throws {
        let entries = try await app.store.entries()
        guard try await app.store.profile().accountId == nil, !device.isSignInUnderWay else { return }
        if let entry = entries.first(where: { own.contains($0.id) && $0.isSynchronised }) {
            oracle.fail(.leftAfterLogout, "\(entry.issuer) is on \(device.name) after a logout that deletes")
        }
    }

    /// Lets a backend that has not heard of a logout go on using the session's token for some seconds, often while the
    /// vault hears late what auth has to say.
    private mutating func reuse(_ token: AccessToken?) {
        guard let token, generator.chance(50) else { return }
        let isSlow = world.hasFaults && generator.chance(70)
        if isSlow { world.network.slowDown("vault", .auth) }
        let link = Link(network: world.network, host: "backend", service: .vault)
        world.executor.start { [world] in
            for _ in 0..<24 {
                do throws(CallFailure) {
                    _ = try await link.call(
                        VaultInfo.self, Nothing(), headers: { _ in [Header("Authorization", "Bearer \(token.reveal)")] }
                    )
                } catch {
                    if error.fault?.name == "sessionRevoked" { world.log.count(.endedTokenRefused) }
                }
                try? await world.executor.sleep(.milliseconds(250))
            }
            if isSlow { world.network.speedUp("vault", .auth) }
        }
    }

    /// Ends another session of the account.
    mutating func revoke(_ app: Device) async throws -> Bool {
        let profile = try await app.store.profile()
        guard let token = profile.accessToken else { return false }
        let others = try await app.sessions().filter { $0.sessionId != profile.sessionId }
        guard let other = generator.pick(others) else { return false }
        record("ends the session of \(other.deviceName)")
        let body = try RequestWriter.body(
            SessionRevoke.name, SessionRevoke.Params(sessionId: other.sessionId, requestId: world.random.id()))
        _ = try await app.send(body, method: SessionRevoke.name, to: .auth, token: token)
        return true
    }
}
