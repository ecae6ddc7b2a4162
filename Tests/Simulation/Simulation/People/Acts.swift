import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives
import StrictJSON

/// What people do on their devices.
struct Acts {
    let world: World
    let device: DeviceHost
    var generator: SeededGenerator
    /// The entry that a deletion deletes if the device has it; any other entry otherwise.
    var target: SecretID?

    var oracle: Oracle { world.oracle }

    /// Does one act to its end, and counts it if it has succeeded and there was something to do. A failure is part of
    /// the story: the person sees a message and goes on.
    mutating func perform(_ act: Event) async {
        guard let app = await device.startApp() else { return }
        do {
            if try await succeeds(act, on: app) { world.log.count(act) }
        } catch {
            world.log.record("\(device.name): \(act.rawValue) fails: \(Self.short(error))")
        }
    }

    /// Returns false if there was nothing to do.
    private mutating func succeeds(_ act: Event, on app: Device) async throws -> Bool {
        switch act {
        case .add: return try await add(app)
        case .edit: return try await edit(app)
        case .delete: return try await delete(app)
        case .sync: return try await sync(app)
        case .signIn: return try await signIn(app)
        case .logoutKeep: return try await leave(app, .keep, everywhere: false)
        case .logoutDelete: return try await leave(app, .delete, everywhere: false)
        case .logoutEverywhere: return try await leave(app, .keep, everywhere: true)
        case .deleteAccount: return try await deleteAccount(app)
        case .keepAsNew: return try await decide(app, keeps: true)
        case .discard: return try await decide(app, keeps: false)
        case .acceptDeletion: return try await settleDeletion(app, accepts: true)
        case .rejectDeletion: return try await settleDeletion(app, accepts: false)
        case .status:
            record("asks for the status")
            _ = try await app.status()
            return true
        case .refresh:
            record("renews the tokens")
            _ = try await app.refresh()
            return true
        case .revokeSession: return try await revoke(app)
        case .handOver: return try await handOver(app)
        case .restoreVersion: return try await restoreVersion(app)
        case .restoreTrash: return try await restoreTrash(app)
        case .importFile: return try await importFile(app)
        default: return false
        }
    }

    func record(_ sentence: String) {
        world.log.record("\(device.name)\(device.person.map { " (\($0.name))" } ?? ""): \(sentence)")
    }

    private func add(_ app: Device) async throws -> Bool {
        let texts = StoredEntry.members.map { world.texts.next($0) }
        record("adds \(texts[0])")
        let body = OTPBody(
            accountName: texts[1], issuer: texts[0], type: .totp, secret: texts[2], algorithm: .sha1, digits: 6,
            period: 30)
        let before = try await app.store.profile().accountId
        for text in texts { oracle.edits.write(text, replacing: [], owner: nil) }
        let entry = try await app.add(body)
        let isSignedIn = try await app.store.profile().accountId == before && before != nil
        for text in texts {
            if isSignedIn, let name = device.person?.name { oracle.edits.setOwner(name, of: text) }
            oracle.wrote(text, replacing: [], on: device, entry: entry.id)
        }
        return true
    }

    mutating func edit(_ app: Device) async throws -> Bool {
        guard !device.isChangeUnderWay else { return false }
        device.isChangeUnderWay = true
        defer { device.isChangeUnderWay = false }
        let entries = try await app.entryList().rows.filter { !$0.isForeign }.map(\.entry)
        guard let (entry, member) = pickEdit(entries) else { return false }
        let isIssuer = member == "issuer"
        let seen = entry.body?[member]?.string ?? ""
        let text = world.texts.next(member)
        record("renames \(seen) to \(text)")
        let owner = oracle.edits.writings[seen]?.owner
        oracle.edits.write(text, replacing: [seen], owner: owner)
        let edited = try await app.edit(
            entry, issuer: isIssuer ? text : nil, accountName: isIssuer ? nil : text)
        let below = edited.base?.body?[member]?.string
        let replaced = Set([seen, below].compactMap(\.self)).union(
            oracle.unsentTexts(of: edited.id, on: device.number).filter { $0.first == text.first })
        oracle.edits.write(text, replacing: replaced, owner: owner)
        oracle.wrote(text, replacing: replaced, on: device, entry: edited.id)
        return true
    }

    /// Chooses an entry and which member of it to edit. Often another device has an edit of the same member that it has
    /// not sent, so that the two versions cannot be merged.
    private mutating func pickEdit(_ entries: [LocalEntry]) -> (entry: LocalEntry, member: String)? {
        if generator.chance(60) {
            let contested = entries.flatMap { entry in
                oracle.unsentTexts(of: entry.id, besides: device.number).compactMap(Texts.member(of:))
                    .map { (entry: entry, member: $0) }
            }
            if let choice = generator.pick(contested) { return choice }
        }
        guard let entry = generator.pick(entries) else { return nil }
        return (entry, generator.chance(70) ? "issuer" : "accountName")
    }

    private mutating func delete(_ app: Device) async throws -> Bool {
        guard !device.isChangeUnderWay else { return false }
        device.isChangeUnderWay = true
        defer { device.isChangeUnderWay = false }
        let rows = try await app.entryList().rows.filter { !$0.isForeign }
        guard let row = rows.first(where: { $0.entry.id == target }) ?? generator.pick(rows) else { return false }
        record("deletes \(row.entry.issuer)")
        oracle.deletedItems.insert(row.entry.id)
        let seen = Set((StoredEntry.texts(row.entry.body) ?? [:]).values)
        oracle.allowLoss(seen.union(oracle.unsentTexts(of: row.entry.id, on: device.number)))
        try await app.delete(row.entry)
        oracle.erase(row.entry.id, on: device.number)
        if let left = try await app.store.entries().first(where: { $0.id == row.entry.id }) {
            oracle.allowLoss(Set((StoredEntry.texts(left.base?.body) ?? [:]).values))
            if left.base != nil, let account = try await app.store.profile().accountId {
                oracle.confirmedDeletions[row.entry.id] = .init(device: device.number, account: account, seen: seen)
            }
        }
        return true
    }

    private mutating func sync(_ app: Device) async throws -> Bool {
        guard try await app.store.profile().accountId != nil else { return false }
        if generator.chance(20) {
            // The app synchronises by itself as well.
            world.executor.after(generator.duration(below: 60)) { [world, executor = world.executor] in
                executor.start { _ = try? await world.synchronise(app) }
            }
        }
        record("synchronises")
        let report = try await world.synchronise(app)
        record(
            "has synchronised: \(report.sent) sent, \(report.received) received, \(report.removed) removed, "
                + "\(report.copies.count) copies, \(report.gone.count) gone")
        return true
    }

    /// Signs in as one of the device's users, if nobody is signed in here.
    private mutating func signIn(_ app: Device) async throws -> Bool {
        guard !device.isSignInUnderWay else { return false }
        device.isSignInUnderWay = true
        defer { device.isSignInUnderWay = false }
        let profile = try await app.store.profile()
        if profile.sessionId != nil, profile.login == .loggedIn, !profile.isUnproven { return false }
        guard let person = profile.sessionId != nil ? device.person : generator.pick(device.users) else { return false }
        let hadAccount = person.hasAccount
        try await SignInAttempt(world: world, device: device, person: person).run(app)
        if !hadAccount { try await beginUse(app) }
        return true
    }

    /// A backend often begins to write as soon as an account exists. The disk may be full at this very moment.
    private mutating func beginUse(_ app: Device) async throws {
        let profile = try await app.store.profile()
        guard generator.chance(60), let token = profile.accessToken, let account = profile.accountId else { return }
        if generator.chance(40), world.hasFaults, world.engine.hasDisks {
            let disk = world.instance(of: .vault, &generator).host.disk
            record("begins to use the account while the disk of the vault service is full")
            disk.setFree(generator.below(8) * 2000)
            world.executor.after(generator.duration(below: 60)) { disk.setFree(nil) }
        }
        var backend = Backend(world: world, device: device, token: token, account: account, generator: generator)
        await backend.perform(.backendBurst)
        await backend.perform(.backendBurst)
    }

    private mutating func decide(_ app: Device, keeps: Bool) async throws -> Bool {
        guard let entry = generator.pick(try await app.undecidedEntries()) else { return false }
        let texts = Set((StoredEntry.texts(entry.body) ?? [:]).values)
        if keeps {
            record("keeps \(entry.issuer) as a new entry")
            // What is kept as new while nobody is signed in goes to whoever signs in next.
            let people = device.person.map { [$0] } ?? device.users
            for text in texts { for person in people { oracle.edits.allow(person.name, text) } }
            _ = try await app.keepAsNew(entry)
        } else {
            record("discards \(entry.issuer)")
            oracle.allowLoss(texts)
            _ = try await app.discard(entry)
        }
        return true
    }

    /// Decides about an entry of the device's trash, most often one whose deletion waits for a decision.
    private mutating func settleDeletion(_ app: Device, accepts: Bool) async throws -> Bool {
        let deletions = try await app.deletions()
        let held = deletions.filter { $0.trash?.state == .held }
        guard let entry = generator.pick(held.isEmpty ? deletions : held) else { return false }
        let texts = Set((StoredEntry.texts(entry.body) ?? [:]).values)
        if accepts {
            record("accepts the deletion of \(entry.issuer)")
            oracle.allowLoss(texts)
            _ = try await app.acceptDeletion(of: entry)
        } else {
            record("brings \(entry.issuer) back")
            oracle.confirmedDeletions[entry.id] = nil
            _ = try await app.rejectDeletion(of: entry)
        }
        return true
    }

    static func short(_ error: any Error) -> String { String("\(error)".prefix(160)) }
}

extension World {
    /// Synchronises a device once, and counts what became of its entries.
    func synchronise(_ app: Device) async throws -> SyncReport {
        let report = try await app.sync()
        for _ in report.copies { log.count(.conflictCopy) }
        for _ in report.gone { log.count(.gone) }
        for _ in report.held { log.count(.heldDeletion) }
        return report
    }
}
