import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultService

/// The replies to `GET /v1/head`.
@Suite struct EntityTagTests {
    private func reply(to person: VaultPerson, token: String? = nil, knowing known: String? = nil) async throws
        -> HeadReply
    {
        let bearer = try token ?? person.token()
        return await person.fixture.vault.headReply(
            to: RequestContext(listener: .public, body: [], authorization: "Bearer \(bearer)"), ifNoneMatch: known)
    }

    private func tag(_ reply: HeadReply) throws -> String {
        try #require(reply.headers.first { $0.name == "ETag" }).value
    }

    @Test func `the tag changes with each change and each epoch alone, and is another one for each account`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        var seen: [String] = []
        func look() async throws { seen.append(try tag(try await reply(to: person))) }
        try await look()
        let op = person.create("a")
        try await person.push(op)
        try await look()
        try await person.push(op)
        _ = try await person.pull()
        #expect(try tag(try await reply(to: person)) == seen[1])
        try await fixture.beginGeneration()
        try await look()
        let other = fixture.person()
        try await other.push(other.create("a"))
        seen.append(try tag(try await reply(to: other)))
        #expect(Set(seen).count == 4 && seen.allSatisfy { $0.count == 24 })
        #expect(try tag(try await reply(to: person.calling(try await fixture.restarted()))) == seen[2])
    }

    @Test func `a known tag is answered 304, another one 200, and neither has a body`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let first = try await reply(to: person), tag = try tag(first)
        #expect(first.status == 200 && first.cacheControl == "private, no-cache" && first.body.isEmpty)
        for (known, status) in [
            (tag, 304), ("W/\(tag)", 304), ("\"x\", \(tag)", 304), ("\"x\" ,\t\(tag) ", 304), ("*", 304),
            ("\"x\"", 200), ("", 200), (String(tag.dropFirst().dropLast()), 200), ("w/\(tag)", 200),
        ] {
            let reply = try await reply(to: person, knowing: known)
            #expect(reply.status == status, "\(known)")
            #expect(reply.headers == first.headers && reply.body.isEmpty && reply.cacheControl == first.cacheControl)
        }
        try await person.push(person.create("a"))
        #expect(try await reply(to: person, knowing: tag).status == 200)
    }

    @Test func `it reads no item, and writes nothing for an account without a vault`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let before = try await fixture.database.rows()
        _ = try await reply(to: person)
        #expect(try await fixture.database.rows() == before)
        try await person.push(person.create("a"))
        try await fixture.damageBody(rev: 1)
        #expect(try await reply(to: person).status == 200)
    }

    @Test func `it is authorized as a pull is`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let none = await fixture.vault.headReply(to: RequestContext(listener: .public, body: []), ifNoneMatch: "*")
        #expect(none.status == 401 && none.headers == [Header("WWW-Authenticate", #"Bearer error="invalid_token""#)])
        #expect(
            none.fault == "loginRequired" && none.cacheControl == "no-store"
                && none.body == Array(#"{"fault":"loginRequired"}"#.utf8))
        for (scope, status) in [(Scope.secretsRead, 200), (.secretsCodes, 403), (.secretsWrite, 403)] {
            let token = try person.token(audiences: ["vault"], scope: [scope], party: "shop")
            #expect(try await reply(to: person, token: token).status == status)
        }
        let waiting = fixture.person(), ended = fixture.person()
        fixture.auth.setSession(waiting.session, approval: .waitingForApproval)
        fixture.auth.setSession(ended.session, ended: "sessionRevoked")
        #expect(try await reply(to: waiting, knowing: "*").status == 403)
        #expect(try await reply(to: ended, knowing: "*").status == 401)
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        #expect(try await reply(to: person, knowing: "*").status == 401)
        fixture.auth.makeUnreachable()
        let unknown = try await reply(to: fixture.person(), knowing: "*")
        #expect(unknown.status == 503 && unknown.headers == [Header("Retry-After", "1")])
    }
}
