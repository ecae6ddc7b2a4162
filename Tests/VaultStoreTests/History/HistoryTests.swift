import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// The former versions of a secret, and how one becomes the present one again.
@Suite struct HistoryTests {
    @Test(arguments: [(9, 9), (10, 10), (11, 10)])
    func `the last ten former versions are listed, the newest first`(edits: Int64, listed: Int) async throws {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        try await fixture.create(id)
        for rev in 1...edits { try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("\(rev + 1)"))) }
        let history = try #require(try await fixture.store.history(of: id, of: fixture.account))
        #expect(history.present.secret.rev == edits + 1)
        #expect(history.former.map(\.secret.rev) == (1...edits).reversed().prefix(listed).map(\.self))
        #expect(history.former.first?.secret.text == (edits == 1 ? #"{"text":"first"}"# : "{\"text\":\"\(edits)\"}"))
    }

    @Test func `a version names the epoch of its rev, also after two restores of the database`() async throws {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        var rev = try await fixture.create(id), epochs: [EpochID] = []
        for text in ["b", "c", "d"] {
            epochs.append(try await fixture.store.head(of: fixture.account, at: fixture.now).epoch)
            if text != "b" { try await fixture.beginGeneration() }
            guard case .applied(let next) = try await fixture.push(fixture.op(.update, id, on: rev, fixture.note(text)))
            else { throw Unexpected(what: "the edit \(text) was not applied") }
            rev = next
        }
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let history = try #require(try await fixture.store.history(of: id, of: fixture.account))
        #expect(([history.present] + history.former).map(\.epoch) == [head.epoch, epochs[2], epochs[0], epochs[0]])
        #expect(Set(epochs + [head.epoch]).count == 3)
        let oldest = try #require(history.former.last?.secret.rev)
        guard case .applied = try await fixture.restore(oldest, of: id, on: rev) else {
            throw Unexpected(what: "a version of a former epoch was not restored")
        }
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"first"}"#)
    }

    @Test func `a restored version gets a new rev, and what it replaces becomes a former version`() async throws {
        let item = try await VersionedItem(), fixture = item.fixture
        #expect(try await fixture.restore(1, of: item.id, on: 7) == .applied(rev: 8))
        let history = try #require(try await fixture.store.history(of: item.id, of: fixture.account))
        #expect(history.present.secret.text == #"{"text":"1"}"# && history.present.secret.state == .live)
        #expect(history.former.map(\.secret.rev) == [7, 3, 1])
        #expect(history.former.map(\.secret.text) == [4, 3, 1].map { "{\"text\":\"\($0)\"}" })
        #expect(try await fixture.restore(8, of: item.id, on: 8) == .noop(rev: 8))
    }

    @Test func `an item in the trash is restored as it is, or with a former version`() async throws {
        for (version, text) in [(8, "4"), (3, "3")] as [(Int64, String)] {
            let item = try await VersionedItem(), fixture = item.fixture
            try await fixture.push(fixture.op(.trash, item.id, on: 7))
            #expect(try await fixture.restore(version, of: item.id, on: 8) == .applied(rev: 9))
            let restored = try await fixture.store.secret(item.id, of: fixture.account)
            #expect(
                restored?.state == .live && restored?.text == "{\"text\":\"\(text)\"}" && restored?.deletedAt == nil)
        }
    }

    @Test func `another base is a conflict, and an erased version, an absent and a deleted item are named`()
        async throws
    {
        let item = try await VersionedItem(), fixture = item.fixture
        guard case .conflict(let current) = try await fixture.restore(1, of: item.id, on: 4) else {
            throw Unexpected(what: "a stale base was not a conflict")
        }
        #expect(current.rev == 7)
        #expect(try await fixture.restore(2, of: item.id, on: 7) == .rejected(.unknownVersion))
        #expect(try await fixture.restore(1, of: fixture.id(), on: 7) == .rejected(.unknownItem))
        try await fixture.push(fixture.op(.delete, item.id, on: 7))
        guard case .gone(let tombstone) = try await fixture.restore(1, of: item.id, on: 8) else {
            throw Unexpected(what: "a deleted item was restored")
        }
        #expect(tombstone?.state == .deleted)
        #expect(try await fixture.store.history(of: item.id, of: fixture.account)?.former == [])
    }

    @Test
    func `a version that the database lost in a restore is no base, so what a device brings back is not replaced`()
        async throws
    {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        try await fixture.create(id, "1")
        try await fixture.push(fixture.op(.update, id, on: 1, fixture.note("2")))
        let parent = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        try await fixture.beginGeneration()
        var op = fixture.restoring(1, of: id, on: 3)
        op.base = .rev(epoch: parent, rev: 3)
        #expect(try await fixture.push(op).word == "conflict")
        #expect(try await fixture.push(edit(id, on: 3, of: parent, "3", fixture)).word == "applied")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"3"}"#)
    }

    @Test(arguments: [SecretOperation.restore, .update])
    func `ten restores from the trash with the body that is there leave the former versions as they are`(
        type: SecretOperation
    ) async throws {
        let item = try await VersionedItem(), fixture = item.fixture
        var rev: Int64 = 7
        for _ in 0..<10 {
            try await fixture.push(fixture.op(.trash, item.id, on: rev))
            var restore = fixture.op(type, item.id, on: rev + 1, fixture.note("4"))
            restore.onGone = .restore
            #expect(try await fixture.push(restore) == .applied(rev: rev + 2))
            rev += 2
        }
        let history = try #require(try await fixture.store.history(of: item.id, of: fixture.account))
        #expect(history.present.secret.text == #"{"text":"4"}"# && history.present.secret.state == .live)
        #expect(history.former.map(\.secret.text) == [3, 1].map { "{\"text\":\"\($0)\"}" })
        try await fixture.push(fixture.op(.trash, item.id, on: rev))
        try await fixture.push(fixture.op(.restore, item.id, on: rev + 1, fixture.note("5")))
        let edited = try #require(try await fixture.store.history(of: item.id, of: fixture.account))
        #expect(edited.former.map(\.secret.text) == [4, 3, 1].map { "{\"text\":\"\($0)\"}" })
    }

    @Test func `a repeated restore has the first outcome, and its id is refused for another version`() async throws {
        let item = try await VersionedItem(), fixture = item.fixture
        var op = fixture.restoring(1, of: item.id, on: 7)
        #expect(try await fixture.push(op) == .applied(rev: 8))
        #expect(try await fixture.push(fixture.op(.update, item.id, on: 8, fixture.note("later"))) == .applied(rev: 9))
        #expect(try await fixture.push(op) == .replayed(.applied(rev: 8)))
        op.version = 3
        #expect(try await fixture.push(op) == .rejected(.opIdReused))
        #expect(try await fixture.store.secret(item.id, of: fixture.account)?.text == #"{"text":"later"}"#)
    }
}

extension VaultStoreFixture {
    /// An operation that makes a former version the present one.
    func restoring(_ version: Int64, of id: SecretID, on rev: Int64) -> SecretOp {
        SecretOp(.restore, id, opID: self.id(), base: .rev(epoch: nil, rev: rev), version: version)
    }

    func restore(_ version: Int64, of id: SecretID, on rev: Int64) async throws -> PushOutcome {
        try await push(restoring(version, of: id, on: rev))
    }
}
