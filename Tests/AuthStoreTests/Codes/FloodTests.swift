import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

/// An attacker with one IPv6 /48 and four IPv4 addresses requests 10000 codes within five hours, while 100 owners each
/// request one: with a known device, on a new device, and for a first registration.
@Suite(.timeLimit(.minutes(5))) struct `A flood of requests for codes` {
    @Test func `stays under the limits, and every owner gets a code and logs in with it`() async throws {
        var walk = RandomWalk()
        let note = walk.note
        var flood = try await Flood(&walk)
        for turn in 0..<10_000 {
            try await flood.attack(&walk)
            if turn % 100 == 50 { try await flood.ownerRequestsCode(turn / 100, note) }
            flood.fixture.clock.advance(by: .milliseconds(1_800))
        }
        // In any hour 40 codes for the /48, and 10 for each of four IPv4 addresses.
        let times = flood.sent
        #expect(zip(times, times.dropFirst(80)).allSatisfy { $1 - $0 >= .hours(1) }, "\(note)")
        #expect(times.count > 200, "the attacker should reach the limits; \(note)")
        #expect(flood.stops == ["49151"], "codes that nobody uses stop the prefix that is attacked most; \(note)")
        #expect(
            try await flood.fixture.count("outbox", where: "kind = 'sms'")
                == Int64(times.count) + flood.ownersSent + 67)
    }
}

/// The state of a flood.
private struct Flood {
    var fixture: AuthStoreFixture
    /// The times of the codes that the attacker was sent.
    private(set) var sent: [Instant] = []
    private(set) var ownersSent: Int64 = 0
    private(set) var stops: Set<String> = []

    /// The relation of an owner's device to the account of the number.
    private enum Kind: Int {
        case knownDevice, newDevice, firstRegistration
    }

    /// A phone number, as its index, its block and its prefix.
    private struct Number {
        let index: PhoneIndex
        let block: [UInt8]
        let prefix: String

        /// One of the 1000 numbers of the attacked block.
        init(ofBlock number: Int) {
            index = PhoneIndex([0, UInt8(number / 256), UInt8(number % 256)])
            block = [0]
            prefix = "49151"
        }

        /// A number of another country.
        init(of country: Int, _ number: Int) {
            index = PhoneIndex([1, UInt8(country), UInt8(number / 256), UInt8(number % 256)])
            block = [1, UInt8(country)]
            prefix = "4\(country)123"
        }

        /// A number of another block with the prefix of the attacked one.
        init(besideBlock number: Int) {
            index = PhoneIndex([2, UInt8(number / 256), UInt8(number % 256)])
            block = [2, UInt8(number % 256)]
            prefix = "49151"
        }
    }

    /// Registers two thirds of the owners. Every fifth owner has a number of the attacked block; the others have numbers of
    /// ten of the attacked countries.
    init(_ walk: inout RandomWalk) async throws {
        fixture = try await AuthStoreFixture()
        for owner in 0..<100 where Self.kind(of: owner) != .firstRegistration {
            _ = try await fixture.register(Self.number(of: owner).index, on: "known device \(owner)")
        }
        fixture.clock.advance(by: .hours(25))
    }

    private static func kind(of owner: Int) -> Kind { Kind(rawValue: owner % 3) ?? .knownDevice }

    private static func number(of owner: Int) -> Number {
        owner % 5 == 0 ? Number(ofBlock: owner * 10) : Number(of: 50 + owner % 10, owner)
    }

    /// Sends one request from one of the attacker's addresses, for any number, each with a new device key.
    mutating func attack(_ walk: inout RandomWalk) async throws {
        let number =
            switch Int.random(in: 0..<4, using: &walk) {
            case 0..<2: Number(ofBlock: .random(in: 0..<1_000, using: &walk))
            case 2: Number(besideBlock: .random(in: 0..<10_000, using: &walk))
            default: Number(of: .random(in: 10..<60, using: &walk), .random(in: 0..<1_000, using: &walk))
            }
        let source = Int.random(in: 0..<8, using: &walk)
        let groups =
            source < 4
            ? Self.groups(ofIPv6: [200, 1], .random(in: 0..<65_536, using: &walk))
            : Self.groups(ofIPv4: [201, UInt8(source)])
        let key = "attacker's \(walk.next())"
        if try await request(number, on: key, from: groups) == .opened { sent.append(fixture.now) }
    }

    /// Has an owner request a code and log in, or confirm the registration, with it.
    mutating func ownerRequestsCode(_ owner: Int, _ note: String) async throws {
        let kind = Self.kind(of: owner), number = Self.number(of: owner)
        let groups =
            owner % 2 == 0 ? Self.groups(ofIPv6: [UInt8(owner), 1], 1) : Self.groups(ofIPv4: [UInt8(owner), 2])
        let key = kind == .knownDevice ? "known device \(owner)" : "new device \(owner)"
        let purpose: CodePurpose = kind == .firstRegistration ? .registration : .login
        var request = code(purpose, number, on: key, from: groups)
        var outcome = try await sendCode(request)
        if case .sendLimit(let retryAt) = outcome, kind != .knownDevice, retryAt - fixture.now <= .seconds(60) {
            // The attacker has requested a code for this very number in the last minute.
            fixture.clock.set(retryAt)
            request = code(purpose, number, on: key, from: groups)
            outcome = try await sendCode(request)
        }
        #expect(outcome == .opened, "owner \(owner), \(kind); \(note)")
        guard outcome == .opened else { return }
        ownersSent += 1
        let attempt = try #require(try await fixture.counted(request.id, on: key), "owner \(owner), \(kind); \(note)")
        let registration = purpose == .login ? nil : fixture.registration(request)
        guard case .signedIn(_, let session) = try await fixture.signIn(attempt, registration: registration) else {
            throw SetupFailed()
        }
        #expect(session.level == (kind == .newDevice ? .unproven : .full), "owner \(owner), \(kind); \(note)")
    }

    private func sendCode(_ code: NewChallenge) async throws -> NewChallenge.Outcome {
        code.purpose == .login ? try await fixture.open(code) : try await fixture.start(code)
    }

    private mutating func request(
        _ number: Number, on key: String, from groups: [AddressGroup]
    ) async throws -> NewChallenge.Outcome {
        if let stop = try await fixture.store.stopAbusedPrefix(number.prefix, at: fixture.now) {
            stops.insert(stop.prefix)
        }
        return try await fixture.open(code(.login, number, on: key, from: groups))
    }

    private func code(
        _ purpose: CodePurpose, _ number: Number, on key: String, from groups: [AddressGroup]
    ) -> NewChallenge {
        let code = fixture.code(purpose, to: number.index, on: key, block: number.block, prefix: number.prefix)
        return NewChallenge(
            purpose: purpose, id: code.id, thumbprint: key, salt: code.salt, codeHash: code.codeHash,
            expires: code.expires, message: code.message,
            keys: SendKeys(
                phone: number.index, addresses: groups, block: number.block, prefix: number.prefix,
                shardSeed: code.keys.shardSeed))
    }

    private static func groups(ofIPv6 site: [UInt8], _ subnet: Int) -> [AddressGroup] {
        [
            AddressGroup(hash: [6] + site, multiple: 4),
            AddressGroup(hash: [6] + site + [UInt8(subnet / 256)], multiple: 2),
            AddressGroup(hash: [6] + site + [UInt8(subnet / 256), UInt8(subnet % 256)], multiple: 1),
        ]
    }

    private static func groups(ofIPv4 network: [UInt8]) -> [AddressGroup] {
        [AddressGroup(hash: [4] + network, multiple: 8), AddressGroup(hash: [4] + network + [7], multiple: 1)]
    }
}
