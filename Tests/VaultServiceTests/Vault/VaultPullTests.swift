import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `vault.pull` {
    @Test func `plays its example: everything, then nothing, then what changed`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let op = VaultPush.example.params.ops[0]
        try await person.push(person.create("a"), person.create("b"), op)
        let first = try await person.call(VaultPull.self, VaultPull.example.params)
        #expect(first.items.count == 3 && first.head == 3 && !first.more)
        let item = try #require(first.items.last)
        #expect(item.id == op.id && item.rev == 3 && item.state == .live && item.kind == "otp")
        #expect(item.body == op.body && item.updatedBy == person.device)
        let second = try await person.pull(first.cursor)
        #expect(second.items.isEmpty && second.cursor == first.cursor)
        try await person.push(person.create("c"))
        #expect(try await person.pull(first.cursor).items.map(\.rev) == [4])
    }

    @Test func `a pull without a cursor lists the newest 1000 ended epochs`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let present = try await person.pull()
        let ended: [EpochID] = (0..<1001).map { _ in fixture.id() }
        let inserts = ended.enumerated().map { end, epoch in
            Statement(
                "INSERT INTO vault_epoch (account, epoch, next, base, at) VALUES ($1, $2, $3, $4, 0)",
                .identifier(person.account), .identifier(epoch), .identifier(present.epoch), .integer(Int64(end)))
        }
        _ = try await fixture.database.write { try $0.batch(Array(inserts.dropLast())) }
        #expect(try await person.pull().formerEpochs?.map(\.epoch) == ended.dropLast())
        _ = try await fixture.database.write { try $0.run(inserts[1000]) }
        #expect(try await person.pull().formerEpochs?.map(\.epoch) == Array(ended.dropFirst()))
    }

    @Test func `a cursor is refused with the reason to resync`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"))
        let page = try await person.pull()
        let bad = try await person.refusal(VaultPull.self, .init(cursor: "AAAA"))
        #expect(bad?.name == "resyncRequired" && bad?.data["reason"] == "badCursor")
        let stranger = try await fixture.person().refusal(VaultPull.self, .init(cursor: page.cursor))
        #expect(stranger?.data["reason"] == "badCursor")
        try await fixture.beginGeneration()
        let old = try await person.refusal(VaultPull.self, .init(cursor: page.cursor))
        #expect(old?.data["reason"] == "epochChanged" && old?.data["epochBase"] == "1")
        #expect(old?.data["parent"] == .string(page.epoch.description))
    }

    @Test func `a cursor that was accepted once is refused to another person, and so is an altered one`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"))
        let cursor = try await person.pull().cursor
        for _ in 0..<2 { #expect(try await person.pull(cursor).items.isEmpty) }
        let stranger = fixture.person()
        let first = try await stranger.pull().cursor
        _ = try await stranger.pull(first)
        #expect(try await stranger.refusal(VaultPull.self, .init(cursor: cursor))?.data["reason"] == "badCursor")
        #expect(
            try await stranger.refusal(VaultSync.self, .init(ops: [], cursor: cursor))?.data["reason"] == "badCursor")
        let altered = String(cursor.dropLast(4)) + (cursor.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        #expect(try await person.refusal(VaultPull.self, .init(cursor: altered))?.data["reason"] == "badCursor")
        #expect(try await person.pull(cursor).items.isEmpty)
    }

    @Test func `a waiting pull is answered by another device's push`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let other = person.onAnotherDevice()
        let cursor = try await person.pull().cursor
        async let waiting = person.pull(cursor, waitMs: 25_000)
        try await fixture.waitForWaitingPull(of: person.account)
        try await other.push(other.create("news"))
        #expect(try await waiting.items.count == 1)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [nil, 0])
    func `a pull that asks for no wait is answered without a pause`(waitMs: Int?) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        let page = try await TaskContext.$current.withValue(HeldPauses().context) {
            try await person.pull(cursor, waitMs: waitMs)
        }
        #expect(page.items.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func `a pull that finds changes does not wait`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        let page = try await TaskContext.$current.withValue(HeldPauses().context) {
            try await person.pull(waitMs: 25_000)
        }
        #expect(page.items.count == 1)
    }

    @Test func `a waiting pull is answered when its time is over`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        let pauses = HeldPauses()
        try await TaskContext.$current.withValue(pauses.context) {
            async let waiting = person.pull(cursor, waitMs: 1)
            try await pauses.endWithoutWaiting(.milliseconds(1))
            let page = try await waiting
            #expect(page.items.isEmpty && page.cursor == cursor)
        }
    }

    @Test func `a waiting pull is answered at once when the service stops, and no later one waits`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        async let waiting = person.pull(cursor, waitMs: 25_000)
        try await fixture.waitForWaitingPull(of: person.account)
        fixture.vault.stopWaiting()
        #expect(try await waiting.items.isEmpty)
        #expect(try await person.pull(cursor, waitMs: 25_000).items.isEmpty)
    }

    @Test func `a session revoked while its pull waits gets the refusal, not the change`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let other = person.onAnotherDevice()
        let cursor = try await person.pull().cursor
        async let waiting = person.refusal(VaultPull.self, .init(cursor: cursor, waitMs: 25_000))
        try await fixture.waitForWaitingPull(of: person.account)
        fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
        try await fixture.vault.followOnce()
        try await other.push(other.create("news"))
        #expect(try await waiting?.name == "sessionRevoked")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a pull whose account is purged while it waits is refused before its wait ends`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let cursor = try await person.pull().cursor
        async let waiting = TaskContext.$current.withValue(HeldPauses().context) {
            try await person.refusal(VaultPull.self, .init(cursor: cursor, waitMs: 25_000))
        }
        try await fixture.waitForWaitingPull(of: person.account)
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        #expect(try await waiting?.name == "accountDeleted")
    }

    @Test func `a stored body that is not a JSON object is in the page as one that cannot be read`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        let op = SecretOp(
            .create, fixture.id(), opID: fixture.id(), content: .init(kind: "note", schema: 1, body: Array("[1]".utf8)))
        _ = try await fixture.store.push([op], to: person.account, by: person.device, at: fixture.clock.now)
        let items = try await person.pull().items
        #expect(items.map(\.fault) == [nil, "itemUnreadable"] && items[1].body == nil)
        #expect(fixture.counted("vault_items_unreadable_total") == 1)
    }

    @Test(.requirement("U4")) func `a secret that cannot be decrypted is in the page with a fault`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        try await fixture.damageBody(rev: 1)
        let items = try await person.pull().items
        #expect(items.map(\.rev) == [1, 2])
        #expect(items[0].fault == "itemUnreadable" && items[0].body == nil)
        #expect(items[1].fault == nil && items[1].body == ["text": "b"])
        #expect(fixture.counted("vault_items_unreadable_total") == 1)
    }

    @Test func `a pull of a purged account is refused with accountDeleted, although its token is valid`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await fixture.store.purge(person.account, at: fixture.clock.now, truncateWriteAheadLog: {})
        let refusal = try await person.refusal(VaultPull.self, .init())
        #expect(refusal?.name == "accountDeleted" && refusal?.status == 401)
    }
}
