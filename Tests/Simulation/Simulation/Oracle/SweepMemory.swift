import JSONRPC
import Primitives
import StrictJSON
import VaultStore

/// What the oracle has seen of the sweeper's work, and of the devices that it must wait for.
struct SweepMemory {
    /// The state of each item when the vault was last read.
    fileprivate var states: [AccountID: [SecretID: VaultReader.State]] = [:]
    /// The revs under which the sweeper ended the trash. No operation in the log has them.
    fileprivate var ended: [EpochID: [AccountID: Set<Int64>]] = [:]
    /// The time at which the vault last accepted a cursor of each session.
    fileprivate var presences: [String: SteadyInstant] = [:]
    /// The items of operations about which the vault could not say any more whether they had been applied.
    fileprivate(set) var unknownAttempts: Set<SecretID> = []

    /// A copy is put back over the vault: the next look shows another history.
    mutating func vaultIsRestored() { (states, presences) = ([:], [:]) }
}

extension Oracle {
    /// The time for which a device that has presented a cursor stays active in any case. The vault writes an unchanged
    /// cursor only once an hour.
    private static let activity = Retention.simulated.devices - .minutes(70)
    /// The longest time that the vault holds a presented cursor in memory only.
    private static let unwritten = Duration.seconds(70)

    /// Counts what the sweeper has ended and erased in an account since the last look, and checks that it was due.
    func followSweeps(of id: AccountID, _ account: VaultReader.Account, at now: Instant) {
        let before = sweeps.states[id] ?? [:], retention = Retention.simulated
        var ended = sweeps.ended[account.epoch, default: [:]][id] ?? []
        for (item, state) in account.states.sorted(by: { $0.key < $1.key })
        where state.name == "deleted" && state.rev > account.bottom && !account.logged.contains(state.rev) {
            guard ended.insert(state.rev).inserted else { continue }
            log.count(.trashEnded)
            if let was = before[item], was.name == "trashed" { checkDue(item, was, after: retention.trash, at: now) }
        }
        for (item, was) in before.sorted(by: { $0.key < $1.key })
        where was.name == "deleted" && account.states[item] == nil {
            log.count(.tombstoneErased)
            checkDue(item, was, after: retention.tombstones, at: now)
        }
        sweeps.states[id] = account.states
        sweeps.ended[account.epoch, default: [:]][id] = ended
    }

    private func checkDue(_ item: SecretID, _ was: VaultReader.State, after time: Duration, at now: Instant) {
        guard let begin = was.deletedAt, now < begin + time else { return }
        fail(
            .erasedTooEarly,
            "item \(item), \(was.name) for \((now - begin).ms / 60_000) minutes, was swept; it was to stay for "
                + "\(time.ms / 60_000)")
    }

    /// Every rev above the lowest one in the log is that of an operation or of the end of an item's time in the trash.
    func checkRevs(of id: AccountID, _ account: VaultReader.Account) {
        // Higher revs than the head's belong to a history that was replaced by a copy.
        let ended = (sweeps.ended[account.epoch]?[id] ?? []).filter { $0 > account.bottom && $0 <= account.seq }
        let revs = account.logged.union(ended)
        guard let first = revs.min(), Int64(revs.count) != account.seq - first + 1 else { return }
        fail(
            .revSkipped,
            "the head of an account is at \(account.seq), and from rev \(first) on \(account.logged.count) operations "
                + "were applied and \(ended.count) items left the trash by themselves")
    }

    /// Records that the vault has accepted a cursor.
    func notePresence(_ exchange: Exchange, _ claims: Claims) {
        guard exchange.service == .vault, ["vault.pull", "vault.sync", "vault.push"].contains(exchange.method),
            let request = try? JSON(parsing: exchange.body, limits: .large).object,
            request["params"]?["cursor"]?.string != nil
        else { return }
        // The vault takes a backend's cursor for that of the device whose token it uses.
        sweeps.presences[claims.session] = exchange.from == "backend" ? nil : exchange.answered
    }

    /// The cursors of the last minute may be lost with the process that has them in memory.
    func forgetUnwrittenPresences() {
        guard let now = world?.executor.now else { return }
        sweeps.presences = sweeps.presences.filter { now - $0.value > Self.unwritten }
    }

    /// A device whose cursor has expired was not there for a long time.
    func cursorIsExpired(_ exchange: Exchange, _ claims: Claims?) {
        log.count(.cursorExpired)
        guard let claims, exchange.from != "backend", let last = sweeps.presences[claims.session],
            exchange.answered - last < Self.activity
        else { return }
        fail(
            .completePullForced,
            "\(exchange.from) has to pull everything, although it was there \((exchange.answered - last).ms / 60_000) "
                + "minutes before")
    }

    /// Records the operations that the vault refuses because it may have forgotten them, and those on versions that it has
    /// lost, of items that somebody may have deleted since.
    func noteExpired(_ result: JSONObject, _ request: JSONObject) {
        let operations = request["params"]?["ops"]?.array ?? []
        for (operation, outcome) in zip(operations, result["results"]?.array ?? []) {
            let isExpired = outcome["reason"]?.string == "opExpired", epoch = operation["base"]?["epoch"]?.string
            let isLost =
                outcome["outcome"]?.string == "gone" && outcome["current"] == nil && epoch != nil
                && epoch != result["epoch"]?.string
            guard isExpired || isLost, let id = outcome["id"]?.string.flatMap({ SecretID($0) }) else { continue }
            if isExpired { log.count(.operationExpired) }
            sweeps.unknownAttempts.insert(id)
        }
    }
}
