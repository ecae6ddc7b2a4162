import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives
import StrictJSON

/// A backend that a person has given a token. It uses every operation of the raw interface and keeps no store.
struct Backend {
    let world: World
    let device: DeviceHost
    let token: AccessToken
    let account: AccountID
    var generator: SeededGenerator

    private var oracle: Oracle { world.oracle }
    private var link: Link { Link(network: world.network, host: "backend", service: .vault) }
    private var headers: [Header] { [Header("Authorization", "Bearer \(token.reveal)")] }

    /// How often the vault had been replaced by a copy when the act began.
    private var vaultRestores = 0

    init(world: World, device: DeviceHost, token: AccessToken, account: AccountID, generator: SeededGenerator) {
        (self.world, self.device, self.token) = (world, device, token)
        (self.account, self.generator) = (account, generator)
    }

    /// Does one act to its end, and counts it if it has succeeded and there was something to do.
    mutating func perform(_ act: Event) async {
        vaultRestores = oracle.vaultRestores
        do {
            if try await succeeds(act) { world.log.count(act) }
        } catch {
            world.log.record("The backend: \(act.rawValue) fails: \(Acts.short(error))")
        }
    }

    /// Returns false if there was nothing to do.
    private mutating func succeeds(_ act: Event) async throws -> Bool {
        switch act {
        case .backendUpdate: return try await update()
        case .backendAtomic: return try await atomic()
        case .backendRestore: return try await restore()
        case .backendSync: return try await sync()
        case .backendTrash: return try await remove(.trash)
        case .backendDelete: return try await remove(.delete)
        case .backendClear: return try await clear()
        case .backendBurst: return await burst()
        case .backendBatch: return try await batch()
        case .longPoll: return try await longPoll()
        default: return false
        }
    }

    private func record(_ sentence: String) {
        world.log.record("The backend of \(device.person?.name ?? "nobody") \(sentence)")
    }

    private func pull() async throws -> VaultPull.Answer {
        try await link.call(VaultPull.self, .init(), headers: { [headers] _ in headers })
    }

    private func push(_ ops: [PushOp], atomic: Bool? = nil) async throws -> VaultPush.Answer {
        try await link.call(VaultPush.self, .init(ops: ops, atomic: atomic), headers: { [headers] _ in headers })
    }

    /// A new body, and the texts in it, which replace those of an item.
    private func body(replacing item: VaultItem?, _ members: [String] = StoredEntry.members) -> (JSONObject, [String]) {
        var body =
            item?.body
            ?? [
                "type": "totp", "algorithm": "SHA1", "digits": 6, "period": 30, "issuer": "", "accountName": "",
                "secret": "",
            ]
        var texts: [String] = []
        for member in item?.body == nil ? StoredEntry.members : members {
            let text = world.texts.next(member)
            let old = item?.body?[member]?.string
            oracle.edits.write(
                text, replacing: Set([old].compactMap(\.self)), owner: oracle.calls.people[account])
            body[member] = .string(text)
            texts.append(text)
        }
        return (body, texts)
    }

    /// An operation on the version of an item that a page shows.
    private func operation(
        _ type: SecretOperation, on item: VaultItem, of page: VaultPull.Answer, body: JSONObject? = nil
    ) -> PushOp {
        PushOp(
            opId: world.random.id(), type: type, id: item.id, kind: type == .restore ? item.kind : nil,
            base: ItemBase(epoch: page.epoch, rev: item.rev), knownSeq: page.head, body: body)
    }

    /// Records what an answer promises.
    private func acknowledge(_ texts: [String], _ result: OpResult?) {
        if let result, result.isSettled { acknowledge(texts) }
    }

    /// Records that the vault has promised to hold texts. An answer that was on its way while a copy was put back over
    /// the vault promises nothing, because the backend keeps no store.
    private func acknowledge(_ texts: [String]) {
        guard vaultRestores == oracle.vaultRestores else { return }
        for text in texts { oracle.acknowledge(text, at: [.vault(account)]) }
    }

    private mutating func update() async throws -> Bool {
        let page = try await pull()
        guard let item = generator.pick(page.items.filter { $0.state == .live }) else { return false }
        let (body, texts) = body(replacing: item, ["secret"])
        record("replaces the key of \(item.body?["issuer"]?.string ?? "?") by \(texts[0])")
        let copies = generator.chance(30)
        let op = PushOp(
            opId: world.random.id(), type: .update, id: item.id, base: ItemBase(epoch: page.epoch, rev: item.rev),
            knownSeq: page.head, body: body, copyId: copies ? world.random.id() : nil,
            onConflict: copies ? .copy : nil)
        var result = try await push([op]).results.first
        if generator.chance(30) {
            world.log.count(.backendRepeat)
            result = try await push([op]).results.first
        }
        acknowledge(texts, result)
        return result?.isSettled == true
    }

    /// Changes two items, or neither. Sometimes one of the two operations has been refused before.
    private mutating func atomic() async throws -> Bool {
        let page = try await pull()
        let live = page.items.filter { $0.state == .live }
        guard live.count >= 2 else { return false }
        let first = generator.below(live.count), second = (first + 1) % live.count
        record(
            "changes \(live[first].body?["issuer"]?.string ?? "?") and \(live[second].body?["issuer"]?.string ?? "?") together"
        )
        let isStale = generator.chance(60)
        let (bodyA, textsA) = body(replacing: live[first], ["secret"])
        let (bodyB, textsB) = body(replacing: live[second], ["secret"])
        let refused = PushOp(
            opId: world.random.id(), type: .update, id: live[first].id,
            base: isStale ? nil : ItemBase(epoch: page.epoch, rev: live[first].rev), knownSeq: page.head, body: bodyA)
        if isStale { _ = try await push([refused]) }
        let other = operation(.update, on: live[second], of: page, body: bodyB)
        let results = try await push([refused, other], atomic: true).results
        if results.contains(where: { !$0.isSettled }), results.contains(where: { $0.outcome == .applied }) {
            oracle.fail(.atomicPushSplit, "one operation of an atomic push was applied, and another was not")
        }
        acknowledge(textsA, results.first)
        acknowledge(textsB, results.last)
        return results.contains(where: \.isSettled)
    }

    private mutating func restore() async throws -> Bool {
        let page = try await pull()
        let isLive = generator.chance(30)
        guard let item = generator.pick(page.items.filter { ($0.state == .live) == isLive }) else { return false }
        let isBodiless = item.state == .trashed && generator.chance(50)
        let (body, texts) = isBodiless ? ([:], []) : body(replacing: item)
        record("restores the \(item.state.rawValue) entry \(item.body?["issuer"]?.string ?? "\(item.id)")")
        oracle.confirmedDeletions[item.id] = nil
        let op = operation(.restore, on: item, of: page, body: isBodiless ? nil : body)
        if generator.chance(50) {
            // Another caller restores the same item in between, so that this one meets a live item.
            let (other, otherTexts) = self.body(replacing: item)
            let earlier = operation(.restore, on: item, of: page, body: other)
            acknowledge(otherTexts, try await push([earlier]).results.first)
        }
        let result = try await push([op]).results.first
        acknowledge(texts, result)
        return result?.isSettled == true
    }

    /// Deletes an item, or puts a live one into the trash. What its owner has put into the trash, another device may
    /// delete for good.
    private mutating func remove(_ type: SecretOperation) async throws -> Bool {
        let page = try await pull()
        let items = page.items.filter { type == .trash ? $0.state == .live : $0.state != .deleted }
        guard let item = generator.pick(items) else { return false }
        let issuer = item.body?["issuer"]?.string ?? "?"
        record(type == .trash ? "puts \(issuer) into the trash" : "deletes \(issuer)")
        oracle.deletedItems.insert(item.id)
        oracle.allowLoss(Set((StoredEntry.texts(item.body) ?? [:]).values))
        return try await push([operation(type, on: item, of: page)]).results.contains(where: \.isSettled)
    }

    /// Deletes most of the entries at once, so that a device holds the deletions until its person decides.
    private mutating func clear() async throws -> Bool {
        let page = try await pull()
        let items = page.items.filter { $0.state == .live && !generator.chance(20) }
        guard items.count > 5 else { return false }
        let type: SecretOperation = generator.chance(50) ? .trash : .delete
        record(
            "\(type == .trash ? "puts" : "deletes") \(items.count) entries\(type == .trash ? " into the trash" : "")")
        for item in items {
            oracle.deletedItems.insert(item.id)
            oracle.allowLoss(Set((StoredEntry.texts(item.body) ?? [:]).values))
        }
        return try await push(items.map { operation(type, on: $0, of: page) }).results.contains(where: \.isSettled)
    }

    /// Changes one item and adds another, and pulls what has changed, in one call.
    private mutating func sync() async throws -> Bool {
        let page = try await pull()
        guard let item = generator.pick(page.items.filter { $0.state == .live }) else { return false }
        let (changed, texts) = body(replacing: item, ["secret"]), (added, newTexts) = body(replacing: nil)
        record("replaces the key of \(item.body?["issuer"]?.string ?? "?") by \(texts[0]) and adds \(newTexts[0])")
        let create = PushOp(
            opId: world.random.id(), type: .create, id: world.random.id(), kind: "otp", knownSeq: page.head, body: added
        )
        let params = VaultSync.Params(
            ops: [operation(.update, on: item, of: page, body: changed), create], cursor: page.cursor)
        let answer = try await link.call(VaultSync.self, params, headers: { [headers] _ in headers })
        acknowledge(texts, answer.results.first)
        acknowledge(newTexts, answer.results.last)
        return answer.results.contains(where: \.isSettled)
    }

    /// Several pushes at the same time.
    private mutating func burst() async -> Bool {
        // A new account's first operations meet without a pull before them.
        let head = oracle.vault[account] == nil ? nil : try? await pull().head
        let known = head ?? DecimalInt64(0)
        let count = 2 + generator.below(6)
        record("adds \(count) entries at once")
        var calls: [(PushOp, [String])] = []
        for _ in 0..<count {
            let (body, texts) = body(replacing: nil)
            calls.append(
                (
                    PushOp(
                        opId: world.random.id(), type: .create, id: world.random.id(), kind: "otp",
                        knownSeq: known, body: body), texts
                ))
        }
        return await withTaskGroup(of: Bool.self) { group in
            for (op, texts) in calls {
                group.addTask { [self] in
                    guard let result = try? await push([op]).results.first else { return false }
                    acknowledge(texts, result)
                    return result.isSettled
                }
            }
            return await group.reduce(false) { $0 || $1 }
        }
    }

    /// One request with several calls.
    private func batch() async throws -> Bool {
        record("adds two entries in one batch")
        var calls: [JSON] = [], texts: [[String]] = []
        for number in 1...2 {
            let (body, new) = body(replacing: nil)
            texts.append(new)
            calls.append([
                "jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": "secret.add",
                "params": [
                    "kind": "otp", "body": .object(body), "requestId": .string("\(world.random.id() as RequestID)"),
                ],
            ])
        }
        let reply = try await link.send(JSON.array(calls).encoded(), headers: headers)
        guard let answers = try? JSON(parsing: reply.body).array else { return false }
        for (answer, texts) in zip(answers, texts) where answer["result"] != nil { acknowledge(texts) }
        return true
    }

    private mutating func longPoll() async throws -> Bool {
        guard let cursor = try await device.running?.store.profile().cursor else { return false }
        let link = Link(network: world.network, host: "backend", service: .vault, limit: .seconds(30))
        record("waits for a change")
        _ = try await link.call(
            VaultPull.self, .init(cursor: cursor, waitMs: 500 + generator.below(4000)),
            headers: { [headers] _ in headers })
        return true
    }
}

extension OpResult {
    /// True if the operation, or the one that it repeats, was applied or changed nothing.
    fileprivate var isSettled: Bool { [.applied, .noop].contains(outcome == .replayed ? first ?? .applied : outcome) }
}
