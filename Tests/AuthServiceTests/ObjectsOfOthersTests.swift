import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

/// Every public method of auth that names an object, called with an object of another person, family or group.
///
/// The catalogue says which methods there are, and the shape of their params which members name an object. A new method is in the matrix
/// at once, and fails here as long as nobody has said what another person's object of a new name is.
@Suite struct `Objects of others` {
    /// A method, and the member of its params that names an object: an identifier, the number of a person, a facility group, or
    /// the ticket of an invite.
    struct Cell: Sendable, CustomStringConvertible {
        let facts: MethodFacts
        let member: String
        var description: String { "\(facts.name) \(member)" }
    }

    static let cells = Catalogue.auth.map { MethodFacts(erased: $0) }.filter { $0.listeners.contains(.public) }
        .flatMap { facts in facts.params.members.filter(namesObject).map { Cell(facts: facts, member: $0.name) } }

    /// A request identifier names a request of the caller, and is no object.
    private static func namesObject(_ member: Schema.Member) -> Bool {
        guard case .leaf(let schema, _) = member.schema, member.name != "requestId" else { return false }
        return schema["format"]?.string == "uuid" || ["phone", "group", "ticket"].contains(member.name)
    }

    /// Numbers that anybody may claim as their own, whose answers say nothing about who has the number, as other tests show; and
    /// the group that a person asks to join.
    private static let claims: Set<String> = [
        "otp.request phone", "registration.start phone", "registration.state phone", "registration.start group",
    ]
    /// Methods that answer about others as about nobody, and refuse nothing.
    private static let searches: Set<String> = ["user.find", "approval.pending", "child.state"]

    @Test(.requirement("A1", "C6", "T10"))
    func `are refused like objects that nobody has, and nothing changes`() async throws {
        let world = try await World(), before = try await world.rows()
        for cell in Self.cells where !Self.claims.contains(cell.description) {
            guard let foreign = world.foreign[cell.member] else {
                Issue.record("\(cell): say above what another person's object of this name is")
                continue
            }
            var refusals: Set<String> = []
            for caller in world.callers {
                let answer = try await world.answer(cell, by: caller, foreign)
                let unknown = try await world.answer(cell, by: caller, world.unknown(cell.member))
                // An operator is told whether an account belongs to another group; who asks for it has its identifier already.
                let isOfOtherGroup = answer == .refused("notYourGroup") && unknown == .refused("userUnknown")
                #expect(
                    answer == unknown || isOfOtherGroup && cell.member == "accountId", "\(cell), \(caller.client.name)")
                switch answer {
                case .refused(let fault): refusals.insert(fault)
                case .answered: #expect(Self.searches.contains(cell.facts.name), "\(cell), \(caller.client.name)")
                }
            }
            let ways = Self.searches.contains(cell.facts.name) ? 0 : 1
            #expect(refusals.subtracting(["scopeMissing", "invalidParams"]).count >= ways, "nobody may call \(cell)")
            if cell.member == "group" { #expect(refusals.contains("notYourGroup"), "\(cell)") }
            #expect(refusals.isDisjoint(with: ["tokenExpired", "proofRefused", "rateLimited"]), "\(cell)")
        }
        let after = try await world.rows()
        #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == [])
    }
}

/// Two families, two members of one group, and an operator of another group, with one of both groups.
struct World {
    struct Caller {
        let client: AuthTestClient
        /// What the caller may name.
        let own: [String: String]
    }

    let fixture: AuthServiceFixture
    let callers: [Caller]
    /// What the callers may not name, by the member that names it.
    let foreign: [String: String]

    init() async throws {
        let other = try await Family { $0.sendLimits.perNumber = [] }, fixture = other.fixture
        try await other.join()
        let family = try await Family(in: fixture, phone: "+33612345678")
        try await family.join()
        let stranger = fixture.client("stranger"), phone = "+33612345679"
        let theirs = try await stranger.register(fixture, phone)
        try await stranger.enrol()
        let member = fixture.client("member")
        try await member.register(fixture, "+33612345680")
        let boss = fixture.client("boss")
        try await boss.becomeOperator(fixture, of: ["clinic"])
        let colleague = fixture.client("colleague")
        try await colleague.becomeOperator(fixture, "+4915100000002", of: ["fieldwork"])
        let peer = fixture.client("peer")
        try await peer.becomeOperator(fixture, "+4915100000003", of: ["clinic", "fieldwork"])
        let inside = try await fixture.client("inside").register(fixture, "+33612345681", group: "clinic").account
        fixture.clock.advance(by: .minutes(2))
        let waiting = try await fixture.client("waiting").login(fixture, phone).session
        let challenge = try await stranger.requestCode(fixture, to: phone).0
        for client in [family.parent, member, boss, family.device, other.parent] { try await client.refresh() }
        let code = try await other.invite().code
        let ticket = try await fixture.client("new tablet").call(InviteVerify.self, .init(code: code)).ticket
        self.fixture = fixture
        callers = [
            Caller(client: family.parent, own: ["childId": "\(family.child)"]), Caller(client: member, own: [:]),
            Caller(
                client: boss,
                own: ["accountId": "\(inside)", "operatorId": "\(try #require(peer.session).account)"]),
            Caller(client: family.device, own: [:]),
        ]
        foreign = [
            "childId": "\(other.child)", "accountId": "\(theirs.account)", "phone": phone,
            "sessionId": "\(waiting.sessionId)", "deviceId": "\(theirs.deviceId)",
            "operatorId": "\(try #require(colleague.session).account)", "challengeId": "\(challenge)",
            "codeChallengeId": "\(challenge)", "group": "fieldwork", "ticket": ticket.reveal,
        ]
    }

    /// The rows of all tables but those that remember that a request was made.
    func rows() async throws -> [String: [String]] {
        try await fixture.database.contents().filter { $0.key != "proof_seen" && $0.key != "idempotency" }
    }

    /// An object that nobody has.
    func unknown(_ member: String) -> String {
        switch member {
        case "phone": "+33699999999"
        case "group": "nowhere"
        case "ticket": Base64URL.encode(fixture.random.bytes(32))
        default: "\(fixture.random.id() as AccountID)"
        }
    }

    enum Answer: Equatable {
        case refused(String), answered(String)
    }

    /// The answer to a call with the params of the method's example, the caller's own objects beside the one in question, or no other
    /// one where the method takes only one.
    func answer(_ cell: `Objects of others`.Cell, by caller: Caller, _ object: String) async throws -> Answer {
        var params = cell.facts.example().params.object ?? [:]
        params["requestId"] = nil
        let others = cell.facts.params.members.filter { $0.name != cell.member && foreign[$0.name] != nil }
        for other in others where !other.isRequired || caller.own[other.name] != nil {
            params[other.name] = caller.own[other.name].map { .string($0) }
        }
        params[cell.member] = .string(object)
        let answer = try await call(cell.facts, params, by: caller.client)
        guard answer == .refused("invalidParams") else { return answer }
        for other in others where !other.isRequired { params[other.name] = nil }
        return try await call(cell.facts, params, by: caller.client)
    }

    private func call(_ facts: MethodFacts, _ params: JSONObject, by client: AuthTestClient) async throws -> Answer {
        let body = JSON.object(["jsonrpc": "2.0", "id": 1, "method": .string(facts.name), "params": .object(params)])
            .encoded()
        let reply = try JSON(parsing: await client.raw(body, headers: headers(facts, body, client)).body)
        if let fault = reply["error"]?["data"]?["fault"]?.string { return .refused(fault) }
        return .answered(String(decoding: try #require(reply["result"]).encoded(), as: UTF8.self))
    }

    private func headers(_ facts: MethodFacts, _ body: [UInt8], _ client: AuthTestClient) throws -> [Header] {
        switch facts.credential {
        case .open, .administrator, .service, .assertion: return []
        case .deviceProof: return [try client.proof(facts.name, body, nil)]
        case .session, .sessionOrDelegation, .sessionWithProof:
            let token = try #require(client.session).accessToken
            return [Header("Authorization", "Bearer \(token.reveal)"), try client.proof(facts.name, body, token)]
        }
    }
}
