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
    var edits = EditHistory()
    /// The entries that each replica had when it was last read.
    var contents: [Replica: [StoredEntry]] = [:]
    var vault: [AccountID: VaultReader.Account] = [:]
    /// The acknowledged texts that must be held somewhere, each with the replicas that held it last.
    var acknowledged: [String: Set<Replica>] = [:]
    /// Texts that somebody deleted who had seen them, and texts that were lost together with every replica that held
    /// them.
    var released: Set<String> = []
    /// The texts of edits that a device has not sent yet.
    var unsent: [Int: [String: SecretID]] = [:]
    /// The texts that a vault has said it applied. From then on their loss is judged as that of an acknowledged text.
    var accepted: Set<String> = []
    /// The entries that were deleted on each device and have not come back to it.
    var erased: [Int: Set<SecretID>] = [:]
    /// The replicas whose content was destroyed on purpose, or with their host, since the last check.
    var destroyed: Set<Replica> = []
    /// Items that somebody has deleted or put into the trash, or meant to.
    var deletedItems: Set<SecretID> = []
    /// Deletions that were confirmed to a device: the item, and what the person had seen in it.
    var confirmedDeletions: [SecretID: Deletion] = [:]
    /// The accounts that their owners have asked to delete, whether or not the answer arrived.
    var deletionRequests: Set<AccountID> = []
    /// The accounts whose deletion was confirmed to their owner.
    var purged: Set<AccountID> = []
    var calls = CallRules()
    var sweeps = SweepMemory()
    var accountsOfDevices: [Int: AccountID] = [:]
    /// The entries that a device had when its session of an account ended whose deletion somebody had requested.
    var deletedWithAccount: Set<SecretID> = []
    /// How often a copy was put back over the vault.
    private(set) var vaultRestores = 0
    private var isChecking = false
    private var seenCommits: [String: Int] = [:]
    /// The devices, by name, and "vault", whose content could not be read since it last changed, or was replaced.
    var unread: Set<String> = []

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
        if erased[device.number]?.contains(entry) == true { return allowLoss([text]) }
        for old in seen { unsent[device.number]?[old] = nil }
        unsent[device.number, default: [:]][text] = entry
    }

    /// Records that a person has deleted an entry on a device, with the edits of it that were not sent.
    func erase(_ entry: SecretID, on device: Int) {
        erased[device, default: []].insert(entry)
        allowLoss(unsentTexts(of: entry, on: device))
    }

    /// Texts that are unsent on a device in one entry.
    func unsentTexts(of entry: SecretID, on device: Int) -> Set<String> {
        Set((unsent[device] ?? [:]).filter { $0.value == entry }.keys)
    }

    /// Texts that are unsent in one entry on any device but one, in a fixed order.
    func unsentTexts(of entry: SecretID, besides device: Int) -> [String] {
        unsent.keys.filter { $0 != device }.flatMap { unsentTexts(of: entry, on: $0) }.sorted()
    }

    /// Records that somebody deleted something after seeing these texts.
    func allowLoss(_ texts: Set<String>) {
        for text in texts { released.formUnion(edits.included(in: text)) }
        for text in released { acknowledged[text] = nil }
        for device in unsent.keys { unsent[device] = unsent[device]?.filter { !released.contains($0.key) } }
    }

    /// Records that a person has put an earlier text back in the place of a later one. The later one, and those that came between
    /// the two, may be lost from now on.
    func putBack(_ text: String, over later: String, on device: DeviceHost, entry: SecretID) {
        edits.rewrite(text)
        let replaced = edits.included(in: later).subtracting(edits.included(in: text))
        released.formUnion(replaced)
        for old in replaced { acknowledged[old] = nil }
        for device in unsent.keys { unsent[device] = unsent[device]?.filter { !replaced.contains($0.key) } }
        wrote(text, replacing: [], on: device, entry: entry)
    }

    /// Records that a service has promised to a caller that it holds a text.
    func acknowledge(_ text: String, at replicas: Set<Replica>) {
        guard !released.contains(text), acknowledged[text] == nil, edits.writings[text] != nil else { return }
        // A text that another acknowledged one includes is held wherever that one is.
        if acknowledged.keys.contains(where: { $0 != text && edits.included(in: $0).contains(text) }) { return }
        for older in edits.included(in: text) { acknowledged[older] = nil }
        acknowledged[text] = replicas
    }

    /// Records that a vault has said that it applied texts.
    func accept(_ texts: Set<String>, at account: AccountID) {
        accepted.formUnion(texts)
        for text in texts.sorted() { acknowledge(text, at: [.vault(account)]) }
    }

    /// Records that a copy is put back over the vault.
    func recordVaultRestore() {
        vaultRestores += 1
        sweeps.vaultIsRestored()
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

    func isUnread(_ replica: Replica) -> Bool {
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
