import LatchkeyDevice
import Primitives
import StrictJSON

extension Oracle {
    /// Reads the store of a device. Returns false if it cannot be read now.
    func look(at device: DeviceHost) async -> Bool {
        guard let app = device.running else { return false }
        device.host.disk.pauseFaults(true)
        defer { device.host.disk.pauseFaults(false) }
        guard let profile = try? await app.store.profile(), let entries = try? await app.store.entries() else {
            return false
        }
        let replica = Replica.device(device.number), account = profile.accountId
        if let before = accountsOfDevices[device.number], before != account {
            destroyed.insert(replica)
            if deletionRequests.contains(before) { deletedWithAccount.formUnion(entries.map(\.id)) }
        }
        accountsOfDevices[device.number] = account
        device.person = account.flatMap { id in device.users.first { $0.account == id } } ?? device.person
        if account == nil { device.person = nil }
        contents[replica] = entries.map {
            StoredEntry(
                id: $0.id, body: StoredEntry.texts($0.body), base: StoredEntry.texts($0.base?.body),
                rejected: $0.blocked?.reason)
        }
        if let account, let rows = try? await app.entryList().rows {
            for row in rows where !row.isForeign { checkOwner(row.entry, on: device, of: account) }
        }
        erased[device.number]?.subtract(entries.filter { $0.body != nil }.map(\.id))
        for (id, deletion) in confirmedDeletions where deletion.device == device.number {
            if account != deletion.account { confirmedDeletions[id] = nil }
            if !entries.contains(where: { $0.id == id }) { confirmedDeletions[id]?.isConfirmed = true }
        }
        for entry in contents[replica] ?? [] {
            for text in entry.base.map({ $0.values.sorted() }) ?? [] { acknowledge(text, at: [replica]) }
            if entry.rejected == "gone", !deletedItems.contains(entry.id), !deletedWithAccount.contains(entry.id),
                !sweeps.unknownAttempts.contains(entry.id)
            {
                fail(
                    .goneWithoutDeletion,
                    "\(device.name) says that \(entry.body?["issuer"] ?? "?") was deleted; nobody did")
            }
        }
        return true
    }

    /// Reads the vault's tables. Returns false if they cannot be read now.
    func lookAtVault(_ world: World) async -> Bool {
        let reader = VaultReader(wrapping: world.keys.wrapping)
        guard let accounts = await world.look(at: .vault, { try await reader.read($0) }) else { return false }
        for replica in contents.keys { if case .vault = replica { contents[replica] = nil } }
        vault = accounts
        for id in accounts.filter({ $0.value.isPurged }).keys.sorted() where !deletionRequests.contains(id) {
            fail(
                .purgedWithoutRequest, "the vault of \(calls.people[id] ?? "\(id)") is purged, and nobody asked for it")
        }
        for (id, account) in accounts.sorted(by: { $0.key < $1.key }) where !account.isPurged {
            contents[.vault(id)] = account.items
            if let item = account.unreadable.first {
                fail(.itemUnreadable, "the body of item \(item) is sealed with a key that is stored nowhere")
            }
            followSweeps(of: id, account, at: world.services[0].host.trueTime)
            checkRevs(of: id, account)
            checkForeign(id, account, world)
        }
        return true
    }

    private func checkForeign(_ id: AccountID, _ account: VaultReader.Account, _ world: World) {
        guard let person = calls.people[id] else { return }
        for item in account.items {
            for text in (item.body ?? [:]).values.sorted() {
                guard let writing = edits.writings[text] else { continue }
                edits.setOwner(person, of: text)
                if let owner = writing.owner, owner != person, !writing.allowed.contains(person) {
                    fail(.foreignSecret, "\(text), which \(owner) wrote, is in the vault of \(person)")
                }
            }
        }
    }

    /// An entry that a signed-in person is shown as their own was not written by another person.
    private func checkOwner(_ entry: LocalEntry, on device: DeviceHost, of account: AccountID) {
        guard let person = calls.people[account] else { return }
        for text in (StoredEntry.texts(entry.body) ?? [:]).values.sorted() {
            guard let writing = edits.writings[text], let owner = writing.owner else { continue }
            if owner != person, !writing.allowed.contains(person) {
                fail(.foreignSecret, "\(text), which \(owner) wrote, is shown to \(person) on \(device.name)")
            }
        }
    }
}
