import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens
import VaultService

/// Tokens that a person's device has had made for a backend: each may do what its scopes say, and nothing else.
@Suite struct DelegationTests {
    private static let shop = "https://shop.example"

    /// The methods that the token of a backend may call, by its scope.
    private static let allowed: [Scope: Set<String>] = [
        .secretsCodes: ["secret.code", "secret.list"],
        .secretsRead: ["secret.list", "vault.pull", "vault.info"],
        .secretsWrite: ["secret.add", "secret.edit", "secret.delete", "secret.restore"],
    ]

    /// Every set of the scopes that can be given to a backend.
    private static let sets: [Set<Scope>] = (0..<8).map { bits in
        Set(
            [Scope.secretsCodes, .secretsRead, .secretsWrite].enumerated().filter { bits >> $0.offset & 1 == 1 }.map(
                \.element))
    }

    private func token(_ person: VaultPerson, _ scope: Set<Scope>, party: String? = shop) throws -> String {
        try person.token(audiences: ["vault"], scope: scope, party: party)
    }

    /// The fault of a call with the params of the method's example; nil if it was answered.
    private func refusal(_ facts: MethodFacts, of person: VaultPerson, token: String) async throws -> String? {
        let params = facts.example().params
        let body: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(facts.name), "params": params]
        let reply = try await InProcessConnection(to: person.fixture.router).send(
            body.encoded(), headers: [Header("Authorization", "Bearer \(token)")])
        return try JSON(parsing: reply.body)["error"]?["data"]?["fault"]?.string
    }

    @Test(.requirement("X21"), arguments: sets)
    func `a token of every set of scopes is served the methods of its scopes alone`(
        scopes: Set<Scope>
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), token = try token(person, scopes)
        let methods = scopes.reduce(into: Set<String>()) { $0.formUnion(Self.allowed[$1] ?? []) }
        for facts in EveryMethodTests.methods {
            let refusal = try await refusal(facts, of: person, token: token)
            #expect(
                (refusal != "scopeMissing") == methods.contains(facts.name), "\(facts.name): \(refusal ?? "served")")
        }
    }

    @Test(.requirement("X21"))
    func `a token that names no backend, or has scopes beside those of backends, is no wider for it`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let tokens = [
            try token(person, [.secretsCodes, .secretsRead, .secretsWrite], party: nil),
            try token(person, [.sync, .account]), try token(person, [.sync, .secretsCodes]),
        ]
        for (number, token) in tokens.enumerated() {
            for facts in EveryMethodTests.methods
            where number < 2 || Self.allowed[.secretsCodes]?.contains(facts.name) == false {
                let refusal = try await refusal(facts, of: person, token: token)
                #expect(refusal == "scopeMissing", "token \(number), \(facts.name)")
            }
        }
    }

    @Test func `an expired token, one for another service, and one of an ended or disapproved session are refused`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person(), list = SecretList.Params()
        let own = try token(person, [.secretsRead])
        let foreign = try person.token(audiences: [Self.shop], scope: [.secretsRead], party: Self.shop)
        try await person.expectRefused(.loginRequired, SecretList.self, list, token: foreign)
        try await person.expectSuccess(SecretList.self, list, token: own)
        fixture.clock.advance(by: .seconds(331))
        try await fixture.vault.followOnce()
        try await person.expectRefused(.tokenExpired, SecretList.self, list, token: own)
        for (ended, approval, fault) in [
            ("sessionRevoked", ApprovalStatus.approvedForSyncing, FaultKind.sessionRevoked),
            (nil, .disapprovedForSyncing, .disapprovedForSyncing), (nil, .waitingForApproval, .waitingForApproval),
        ] as [(String?, ApprovalStatus, FaultKind)] {
            let other = fixture.person()
            fixture.auth.setSession(other.session, ended: ended, approval: approval)
            try await other.expectRefused(fault, SecretList.self, list, token: try token(other, [.secretsRead]))
        }
    }

    @Test func `shared keys are listed to a backend that may read, and not to one that may get codes`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        _ = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let codes = try token(person, [.secretsCodes]), read = try token(person, [.secretsRead])
        let refusal = try await person.refusal(SecretList.self, .init(reveal: true), token: codes)
        #expect(refusal?.name == "scopeMissing" && refusal?.data["detail"] == "secrets.read")
        let listed = try await person.call(SecretList.self, .init(), token: codes)
        #expect(listed.secrets.map(\.issuer) == ["Example"] && listed.secrets[0].body == nil)
        #expect(try await person.call(SecretList.self, .init(reveal: true), token: read).secrets[0].body != nil)
    }

    @Test func `a backend that may only write is shown no body by a refusal`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), write = try token(person, [.secretsWrite])
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params, token: write)
        var body = SecretEdit.example.params.body
        body["issuer"] = "Another"
        let edit = SecretEdit.Params(id: made.id, body: body, rev: 9)
        let delete = SecretDelete.Params(id: made.id, rev: 9)
        for shown in [
            try await person.refusal(SecretEdit.self, edit, token: write)?.data["current"],
            try await person.refusal(SecretDelete.self, delete, token: write)?.data["current"],
        ] {
            #expect(shown?["rev"] == "1" && shown?["body"] == nil)
        }
        let both = try token(person, [.secretsWrite, .secretsRead])
        let shown = try await person.refusal(SecretEdit.self, edit, token: both)?.data["current"]
        #expect(shown?["body"] != nil)
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [], "the device itself has read nothing")
    }

    @Test func `a backend's pull acknowledges nothing for the device, and its request ids are its own`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        let read = try token(person, [.secretsRead])
        let page = try await person.call(VaultPull.self, .init(), token: read)
        _ = try await person.call(VaultPull.self, .init(cursor: page.cursor), token: read)
        await fixture.vault.writeAcknowledgements()
        #expect(try await fixture.acknowledgement(of: person.device) == nil)
        _ = try await person.pull(page.cursor)
        await fixture.vault.writeAcknowledgements()
        #expect(try await fixture.acknowledgement(of: person.device)?.seq == 1)
        var params = SecretAdd.example.params
        (params.id, params.requestId) = (nil, fixture.id())
        let own = try await person.call(SecretAdd.self, params)
        let delegated = try await person.call(SecretAdd.self, params, token: token(person, [.secretsWrite]))
        #expect(own.id != delegated.id)
    }

    @Test func `what a backend reads is a row of the audit log that names it`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        _ = try await person.call(VaultPull.self, .init(), token: token(person, [.secretsRead]))
        _ = try await person.pull()
        await fixture.vault.writeReads()
        fixture.clock.advance(by: .hours(2) + .minutes(6))
        try await fixture.vault.followOnce()
        await fixture.vault.writeReads()
        let words = try await fixture.auditWords()
        #expect(
            words.sorted() == ["secretRead backend https://shop.example 1 service", "secretRead pulled 1 service"])
    }
}
