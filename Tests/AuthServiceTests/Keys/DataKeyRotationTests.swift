import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `Replacing the keys whose values rows hold` {
    private let fixture: AuthServiceFixture

    init() async throws { fixture = try await AuthServiceFixture(rotatesKeys: true) }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await InProcessConnection(to: fixture.router, at: .administration, from: "").call(method, params)
    }

    private func key(_ kind: KeyKind, _ number: Int) throws -> KeyID { try #require(KeyID(kind, number)) }

    /// Makes the next key of a kind active.
    private func activate(_ kind: KeyKind, _ number: Int) async throws {
        _ = try await call(KeyPublish.self, .init(key: key(kind, number)))
        _ = try await call(KeyActivate.self, .init(key: key(kind, number)))
    }

    private func rows(_ kind: KeyKind, _ number: Int) async throws -> Int? {
        let id = try key(kind, number)
        return try await call(KeyList.self, Nothing()).keys.first { $0.key == id }?.rows
    }

    private func refusal(_ kind: KeyKind, _ number: Int) async throws -> String? {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyRetire.self, .init(key: key(kind, number)))
        }
        return failure?.fault?.data["reason"]?.string
    }

    @Test func `a phone number that was encrypted with the former key is read before and after it is encrypted again`()
        async throws
    {
        let phone = fixture.client()
        try await phone.register(fixture)
        // The account, and the masked number of its message.
        #expect(try await rows(.seal, 1) == 2)
        try await activate(.seal, 2)
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
        try await fixture.auth.rewriteRows()
        #expect(try await rows(.seal, 1) == 0)
        #expect(try await rows(.seal, 2) == 2)
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
        fixture.clock.advance(by: .seconds(330))
        _ = try await call(KeyRetire.self, .init(key: key(.seal, 1)))
        #expect(try await phone.refresh().accountId != nil)
        #expect(try await call(MessageList.self, .init()).messages.map(\.phone) == ["+49•••••678"])
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
    }

    @Test func `registrations, waiting messages and deletions are encrypted again as well`() async throws {
        let phone = fixture.client(), other = fixture.client("other")
        try await phone.register(fixture)
        try await phone.deleteAccount(fixture)
        _ = try await other.call(
            RegistrationStart.self, .init(phone: "+4915112345679", group: try #require(GroupID(rawValue: "fieldwork"))))
        // The deletion, its purge, the registration and its message.
        #expect(try await rows(.seal, 1) == 4)
        try await activate(.seal, 2)
        try await fixture.auth.rewriteRows()
        #expect(try await rows(.seal, 1) == 0)
        #expect(try await rows(.seal, 2) == 4)
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await fixture.code(for: "+4915112345679")
        #expect(fixture.inbox.purges.count == 1)
        #expect(try await fixture.count("outbox", where: "state = 'sent'") >= 2)
    }

    @Test func `a row that cannot be decrypted keeps its key, and the others are encrypted again`() async throws {
        for phone in ["+4915112345678", "+4915112345679"] { try await fixture.client().register(fixture, phone) }
        _ = try await fixture.database.write {
            try $0.run(
                Statement(
                    "UPDATE account SET phone_sealed = $1 WHERE id = (SELECT id FROM account ORDER BY id LIMIT 1)",
                    .bytes([1])))
        }
        try await activate(.seal, 2)
        try await fixture.auth.rewriteRows()
        #expect(try await rows(.seal, 1) == 1)
        fixture.clock.advance(by: .seconds(330))
        #expect(try await refusal(.seal, 1) == "seal-1 is needed by 1 rows: keys list shows how many are left")
    }

    @Test(arguments: [0, 20_000])
    func `rows behind more unreadable ones than one transaction handles are rewritten`(counted: Int) async throws {
        let limit = Auth.rewrittenAtOnce
        for _ in 0..<2 * limit + 1 {
            let account: AccountID = fixture.random.id()
            _ = try await fixture.store.deleteAgain(
                account, recording: fixture.auth.deletionRecord(of: account),
                purge: fixture.auth.purgeEntry(for: account), at: fixture.clock.now)
        }
        let unreadable = Statement(
            "UPDATE deletion SET sealed = $1 WHERE tag IN (SELECT tag FROM deletion ORDER BY tag LIMIT $2)",
            .bytes([1]),
            .int(2 * limit))
        _ = try await fixture.database.write { try $0.run(unreadable) }
        try await activate(.seal, 2)
        var next: RewritePage? = .first(of: counted), changed = 0, left = 0
        while let page = next {
            let done = try await fixture.store.encryptAgain(page, madeWith: 1, limit: limit, at: fixture.clock.now) {
                _, sealed in sealed.bytes == [1] ? nil : Sealed(sealed.bytes, key: 2)
            }
            (next, changed, left) = (done.next, changed + done.changed, left + done.unreadable)
        }
        #expect(changed == 1 && left == 2 * limit)
        try await fixture.auth.rewriteRows()
        #expect(try await rows(.seal, 1) == 2 * limit)
    }

    @Test func `a delivery report about a message of before a new hash key is accepted until that key is retired`()
        async throws
    {
        try await fixture.client().register(fixture)
        let row = try #require(
            try await fixture.database.read { try $0.first(Statement("SELECT id FROM outbox WHERE kind = 'sms'")) })
        let reference = fixture.auth.reportReference(of: try row.identifier(0))
        try await activate(.hash, 2)
        #expect(fixture.auth.reportReference(of: try row.identifier(0)) != reference)
        #expect(try await fixture.auth.recordReport(.delivered, reference: reference))
        #expect(try await call(MessageList.self, .init()).messages.map(\.state.rawValue) == ["delivered"])
        #expect(try await !fixture.auth.recordReport(.failed, reference: String(reference.reversed())))
    }

    @Test func `more rows than one transaction handles are encrypted again`() async throws {
        try await fixture.client().register(fixture)
        let number = Auth.rewrittenAtOnce + 1
        let record = fixture.auth.deletionRecord(of: fixture.random.id())
        for index in 0..<number {
            let account: AccountID = fixture.random.id()
            let copy = index == 0 ? record : fixture.auth.deletionRecord(of: account)
            _ = try await fixture.store.deleteAgain(
                account, recording: copy, purge: fixture.auth.purgeEntry(for: account), at: fixture.clock.now)
        }
        try await activate(.seal, 2)
        try await fixture.auth.rewriteRows()
        #expect(try await rows(.seal, 1) == 0)
        // The account, the masked number of its message, and the purges and records of deletions.
        #expect(try await rows(.seal, 2) == number + 2)
    }

    @Test func `a code that was hashed with the former key is right`() async throws {
        let phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        try await activate(.hash, 2)
        let wrong = try fixture.wrong(code)
        try await phone.expectRefused(.codeWrong, RegistrationConfirm.self, .init(challengeId: challenge, code: wrong))
        _ = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
    }

    @Test func `a lost answer of a refresh is repeated after the hash key was replaced, and reuse is noticed`()
        async throws
    {
        let phone = fixture.client()
        let first = try await phone.register(fixture)
        let params = SessionRefresh.Params(refreshToken: first.refreshToken, requestId: fixture.random.id())
        let next = try await phone.call(SessionRefresh.self, params)
        try await activate(.hash, 2)
        #expect(try await phone.call(SessionRefresh.self, params).refreshToken == next.refreshToken)
        phone.session = next
        try await phone.refresh()
        try await activate(.hash, 3)
        try await phone.refresh()
        fixture.clock.advance(by: .seconds(331))
        var other = params
        other.requestId = fixture.random.id()
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, other)
    }

    @Test func `a late duplicate of a refresh is superseded although two hash keys have been replaced since`()
        async throws
    {
        let phone = fixture.client()
        let first = try await phone.register(fixture)
        let params = SessionRefresh.Params(refreshToken: first.refreshToken, requestId: fixture.random.id())
        phone.session = try await phone.call(SessionRefresh.self, params)
        try await activate(.hash, 2)
        try await phone.refresh()
        try await activate(.hash, 3)
        fixture.clock.advance(by: .seconds(329))
        try await phone.expectRefused(.refreshSuperseded, SessionRefresh.self, params)
        try await phone.refresh()
    }

    @Test func `a sign-in is repeated after the hash key was replaced, with the same session`() async throws {
        let phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let params = RegistrationConfirm.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        let first = try await phone.call(RegistrationConfirm.self, params)
        try await activate(.hash, 2)
        let again = try await phone.call(RegistrationConfirm.self, params)
        #expect(again.session.refreshToken == first.session.refreshToken)
        #expect(try await fixture.count("session") == 1)
    }

    @Test func `the requestId of a code is used once although the hash key was replaced`() async throws {
        let phone = fixture.client()
        let params = OTPRequest.Params(
            phone: AuthTestClient.phone, purpose: .login, requestId: fixture.random.id())
        let first = try await phone.call(OTPRequest.self, params)
        try await activate(.hash, 2)
        #expect(try await phone.call(OTPRequest.self, params).challengeId == first.challengeId)
        var other = params
        other.phone = "+4915112345679"
        try await phone.expectRefused(.requestIdReused, OTPRequest.self, other)
    }

    @Test func `an unproven session keeps its tokens when the hash key is replaced`() async throws {
        let phone = fixture.client(), tablet = fixture.client("tablet")
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await activate(.hash, 2)
        _ = try await tablet.call(SessionStatus.self, Nothing())
        try await tablet.refresh()
        _ = try await tablet.call(SessionStatus.self, Nothing())
        try await activate(.hash, 3)
        _ = try await tablet.call(SessionStatus.self, Nothing())
        try await phone.admit(tablet)
        #expect(tablet.session?.accountId == phone.session?.accountId)
    }

    @Test func `an enrolment secret is right after the hash key was replaced`() async throws {
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self,
            .init(phone: "+4915100000001", groups: [try #require(GroupID(rawValue: "fieldwork"))]))
        try await activate(.hash, 2)
        let answer = try await fixture.client().login(fixture, "+4915100000001", showing: enrolled.enrolmentSecret)
        #expect(answer.session.digits == nil, "the session is not unproven")
    }

    @Test func `a hash key is retired when no row needs it, and not while one does`() async throws {
        let phone = fixture.client()
        try await phone.register(fixture)
        try await activate(.hash, 2)
        fixture.clock.advance(by: .seconds(330))
        // The request proofs of the client have no requestId, so only the session needs the key.
        #expect(try await refusal(.hash, 1) == "hash-1 is needed by 1 rows: keys list shows how many are left")
        try await phone.refresh()
        _ = try await call(KeyRetire.self, .init(key: key(.hash, 1)))
        try await phone.refresh()
    }

    @Test func `a key that was active is refused 330 s long, also if no row needs it`() async throws {
        try await activate(.seal, 2)
        fixture.clock.advance(by: .milliseconds(329_999))
        #expect(try await refusal(.seal, 1) == "seal-1 can be changed in 1 s")
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await call(KeyRetire.self, .init(key: key(.seal, 1)))
    }

    @Test func `an earlier version, which has the former key alone, is refused at the start`() async throws {
        try await AuthKeyCheck(keys: fixture.keys).run(on: fixture.store)
        try await activate(.seal, 2)
        let fault = await #expect(throws: WrongKey.self) {
            try await AuthKeyCheck(keys: fixture.keys).run(on: fixture.store)
        }
        #expect(fault?.file == "auth.seal.key")
    }

    @Test func `a wrong file with the right number is refused at the start with one line`() async throws {
        let files = RotatingKeyFiles(all: { [] }, read: { _ in .secret(.generate(fixture.random)) })
        let fault = await #expect(throws: WrongKey.self) {
            try await AuthKeyCheck(keys: fixture.keys, files: files).run(on: fixture.store)
        }
        #expect(fault?.file == "auth.hash-1.key")
        #expect(fault?.description.contains("\n") == false)
    }
}
