import JSONRPC
import LatchkeyDevice
import Primitives
import StrictJSON

/// Records what was written, and what was acknowledged to whom, and checks all along that nothing of it is lost, comes
/// back, or reaches the wrong person.
///
/// It looks at the real stores and tables, not at a model of the product.
final class Oracle: @unchecked Sendable {  // all of a simulation runs on one thread
    weak var world: World?
    let log: EventLog
    private(set) var violation: Violation?
    var ledger = Ledger()
    /// The entries that each replica had when it was last read.
    private(set) var contents: [Replica: [StoredEntry]] = [:]
    private(set) var vault: [AccountID: VaultReader.Account] = [:]
    /// The acknowledged texts that must be held somewhere, each with the replicas that held it last.
    private var acknowledged: [String: Set<Replica>] = [:]
    /// Texts that somebody deleted who had seen them, and texts that were lost together with every replica that held
    /// them.
    private(set) var released: Set<String> = []
    /// The texts of edits that a device has not sent yet.
    private var unsent: [Int: [String: SecretID]] = [:]
    /// The texts that a vault has said it applied. From then on their loss is judged as that of an acknowledged text.
    private var accepted: Set<String> = []
    /// The entries that were deleted on each device and have not come back to it.
    private var erased: [Int: Set<SecretID>] = [:]
    /// The replicas whose content was destroyed on purpose, or with their host, since the last check.
    private var destroyed: Set<Replica> = []
    /// Items that somebody has deleted or put into the trash, or meant to.
    var deletedItems: Set<SecretID> = []
    /// Deletions that were confirmed to a device: the item, and what the person had seen in it.
    var confirmedDeletions: [SecretID: Deletion] = [:]
    var purged: Set<AccountID> = []
    var calls = CallRules()
    private var accountsOfDevices: [Int: AccountID] = [:]
    /// How often a copy was put back over the vault.
    private(set) var vaultRestores = 0
    private var isChecking = false
    private var seenCommits: [String: Int] = [:]
    /// The hosts that have died between a commit and the next look at them.
    private var unread: Set<String> = []

    struct Deletion {
        let device: Int
        let account: AccountID
        let seen: Set<String>
        /// False until the row has left the device.
        var isConfirmed = false
    }

    init(_ log: EventLog) { self.log = log }

    func fail(_ promise: Violation.Promise, _ detail: String) {
        guard violation == nil else { return }
        violation = Violation(promise: promise, detail: detail)
        log.record("BROKEN: \(promise): \(detail)")
    }

    /// Records that an edit is stored on a device and not yet sent.
    func wrote(_ text: String, replacing seen: Set<String>, on device: DeviceHost, entry: SecretID) {
        // The person has deleted the entry while the edit was being stored.
        if erased[device.number]?.contains(entry) == true { return release([text]) }
        for old in seen { unsent[device.number]?[old] = nil }
        unsent[device.number, default: [:]][text] = entry
    }

    /// Records that a person has deleted an entry on a device, with the edits of it that were not sent.
    func erase(_ entry: SecretID, on device: Int) {
        erased[device, default: []].insert(entry)
        release(unsentTexts(of: entry, on: device))
    }

    /// Texts that are unsent on a device in one entry.
    func unsentTexts(of entry: SecretID, on device: Int) -> Set<String> {
        Set((unsent[device] ?? [:]).filter { $0.value == entry }.keys)
    }

    /// Records that somebody deleted something after seeing these texts.
    func release(_ texts: Set<String>) {
        for text in texts { released.formUnion(ledger.included(in: text)) }
        for text in released { acknowledged[text] = nil }
        for device in unsent.keys { unsent[device] = unsent[device]?.filter { !released.contains($0.key) } }
    }

    /// Records that a service has promised to a caller that it holds a text.
    func acknowledge(_ text: String, at replicas: Set<Replica>) {
        guard !released.contains(text), acknowledged[text] == nil, ledger.writings[text] != nil else { return }
        // A text that another acknowledged one includes is held wherever that one is.
        if acknowledged.keys.contains(where: { $0 != text && ledger.included(in: $0).contains(text) }) { return }
        for older in ledger.included(in: text) { acknowledged[older] = nil }
        acknowledged[text] = replicas
    }

    /// Records that a vault has said that it applied texts.
    func accept(_ texts: Set<String>, at account: AccountID) {
        accepted.formUnion(texts)
        for text in texts.sorted() { acknowledge(text, at: [.vault(account)]) }
    }

    /// Records that a copy is put back over the vault.
    func destroyVault() {
        vaultRestores += 1
        for account in vault.keys { destroyed.insert(.vault(account)) }
        for replica in acknowledged.values.joined() { if case .vault = replica { destroyed.insert(replica) } }
        unread.insert("vault")
    }

    func forget(device: Int) {
        unsent[device] = nil
        contents[.device(device)] = []
        if let name = world?.devices[device].name { unread.remove(name) }
        destroyed.insert(.device(device))
        confirmedDeletions = confirmedDeletions.filter { $0.value.device != device }
    }

    func serviceStarted(_ service: HostOfService) async {
        guard service.service == .vault else { return }
        await check()
    }

    /// Reads every replica that has changed, and checks all promises that hold at any moment.
    func check() async {
        guard let world, violation == nil, !isChecking else { return }
        isChecking = true
        defer { isChecking = false }
        var hasChanged = !destroyed.isEmpty
        for device in world.devices where hasNews(device.host) {
            if await look(at: device) { unread.remove(device.name) } else { unread.insert(device.name) }
            hasChanged = true
        }
        // Each process is asked, so that each is known to have been looked at.
        let news = world.instances(of: .vault).filter { hasNews($0.host) }
        if !news.isEmpty || unread.contains("vault") {
            if await lookAtVault(world) { unread.remove("vault") } else { unread.insert("vault") }
            hasChanged = true
        }
        guard hasChanged else { return }
        for device in world.devices { await checkUnsent(on: device) }
        checkAcknowledged()
        destroyed = destroyed.filter(isUnread)
    }

    /// True if something was committed on a host since the last look at it.
    private func hasNews(_ host: Host) -> Bool {
        defer { seenCommits[host.name] = host.commits }
        return seenCommits[host.name] != host.commits || unread.contains(host.name)
    }

    private func look(at device: DeviceHost) async -> Bool {
        guard let app = device.running else { return false }
        device.host.disk.pauseFaults(true)
        defer { device.host.disk.pauseFaults(false) }
        guard let profile = try? await app.store.profile(), let entries = try? await app.store.entries() else {
            return false
        }
        let replica = Replica.device(device.number), account = profile.accountId
        if let before = accountsOfDevices[device.number], before != account { destroyed.insert(replica) }
        accountsOfDevices[device.number] = account
        device.person = account.flatMap { id in device.users.first { $0.account == id } } ?? device.person
        if account == nil { device.person = nil }
        contents[replica] = entries.map {
            StoredEntry(
                id: $0.id, body: StoredEntry.texts($0.body), base: StoredEntry.texts($0.base?.body),
                rejected: $0.blocked?.reason)
        }
        erased[device.number]?.subtract(entries.filter { $0.body != nil }.map(\.id))
        for (id, deletion) in confirmedDeletions where deletion.device == device.number {
            if account != deletion.account { confirmedDeletions[id] = nil }
            if !entries.contains(where: { $0.id == id }) { confirmedDeletions[id]?.isConfirmed = true }
        }
        for entry in contents[replica] ?? [] {
            for text in entry.base.map({ $0.values.sorted() }) ?? [] { acknowledge(text, at: [replica]) }
            if entry.rejected == "gone", !deletedItems.contains(entry.id) {
                fail(
                    .goneWithoutDeletion,
                    "\(device.name) says that \(entry.body?["issuer"] ?? "?") was deleted; nobody did")
            }
        }
        return true
    }

    private func lookAtVault(_ world: World) async -> Bool {
        let reader = VaultReader(wrapping: world.keys.wrapping)
        guard let accounts = await world.look(at: .vault, { try await reader.read($0) }) else { return false }
        for replica in contents.keys { if case .vault = replica { contents[replica] = nil } }
        vault = accounts
        for (id, account) in accounts.sorted(by: { $0.key < $1.key }) where !account.isPurged {
            contents[.vault(id)] = account.items
            if let item = account.unreadable.first {
                fail(.itemUnreadable, "the body of item \(item) is sealed with a key that is stored nowhere")
            }
            if account.applied != account.seq - account.start {
                fail(
                    .revSkipped,
                    "the head of an account is at \(account.seq), and \(account.applied) operations were applied since "
                        + "\(account.start)")
            }
            checkForeign(id, account, world)
        }
        return true
    }

    private func checkForeign(_ id: AccountID, _ account: VaultReader.Account, _ world: World) {
        guard let person = calls.people[id] else { return }
        for item in account.items {
            for text in (item.body ?? [:]).values.sorted() {
                guard let writing = ledger.writings[text] else { continue }
                ledger.setOwner(person, of: text)
                if let owner = writing.owner, owner != person, !writing.allowed.contains(person) {
                    fail(.foreignSecret, "\(text), which \(owner) wrote, is in the vault of \(person)")
                }
            }
        }
    }

    /// An edit that was not sent stays on its device, unless a newer change of the same member came in its place.
    private func checkUnsent(on device: DeviceHost) async {
        guard device.running != nil, let entries = contents[.device(device.number)] else { return }
        for (text, entry) in (unsent[device.number] ?? [:]).sorted(by: { $0.key < $1.key }) {
            if entries.contains(where: { $0.base?.values.contains(text) == true }) {
                unsent[device.number]?[text] = nil
                continue
            }
            if entries.contains(where: { $0.body?.values.contains(text) == true }) { continue }
            let isHeld = isHeldAnywhere(text)
            // The vault may have taken it before its process died.
            if !isHeld, unread.contains("vault") { continue }
            unsent[device.number]?[text] = nil
            if isHeld { continue }
            // The device may have merged the edit and then have erased the entry at a logout, so the vault counts too.
            let rows = contents.values.joined().filter { $0.id == entry }
            let isOvertaken = rows.contains { row in
                row.body?.values.contains { other in
                    ledger.writings[other] != nil && !ledger.included(in: text).contains(other)
                        && isSameMember(text, other)
                } ?? false
            }
            if !isOvertaken, !accepted.contains(text) {
                fail(.unsentEditVanished, "\(text), which \(device.name) had not sent, is not on it any more")
            }
        }
    }

    private func isSameMember(_ a: String, _ b: String) -> Bool { a.first == b.first }

    private func isHeldAnywhere(_ text: String) -> Bool {
        contents.values.contains { entries in
            entries.contains { entry in entry.texts.contains { ledger.included(in: $0).contains(text) } }
        }
    }

    private func checkAcknowledged() {
        var holders: [String: Set<Replica>] = [:]
        for (replica, entries) in contents {
            for entry in entries {
                for text in entry.texts { holders[text, default: []].insert(replica) }
            }
        }
        var covered: [String: Set<Replica>] = [:]
        for (text, replicas) in holders {
            for older in ledger.included(in: text) { covered[older, default: []].formUnion(replicas) }
        }
        for (text, last) in acknowledged.sorted(by: { $0.key < $1.key }) {
            if let replicas = covered[text] {
                acknowledged[text] = replicas
            } else if !last.contains(where: isUnread) {
                acknowledged[text] = nil
                released.insert(text)
                let purged = vault.filter { $0.value.isPurged }.keys.map { Replica.vault($0) }
                let lost = last.subtracting(destroyed).subtracting(purged)
                if !lost.isEmpty {
                    let replicas = lost.sorted().map { name(of: $0) }.joined(separator: " and ")
                    fail(
                        .acknowledgedVersionLost,
                        "\(text) was acknowledged; it was last held by \(replicas), and is nowhere now")
                }
            }
        }
    }

    private func isUnread(_ replica: Replica) -> Bool {
        switch replica {
        case .vault: unread.contains("vault")
        case .device(let number): world.map { unread.contains($0.devices[number].name) } ?? false
        }
    }

    func name(of replica: Replica) -> String {
        switch replica {
        case .vault(let account): "the vault of \(calls.people[account] ?? "\(account)")"
        case .device(let number): world?.devices.first { $0.number == number }?.name ?? "a device"
        }
    }
}
