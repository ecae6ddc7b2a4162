import AuthStore
import Domain
import Primitives
import Support
import Testing

/// Two instances of which one has not noticed that the second index key is active: the number is the same, and each uses
/// another one of its keyed hashes first.
@Suite struct `Phone numbers under two index keys` {
    private static let former = PhoneIndex([1, 1], key: 1, other: [2, 2])
    private static let active = PhoneIndex([2, 2], key: 2, other: [1, 1])

    private static func unlimited() async throws -> TwoInstances {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        return instances
    }

    @Test func `sixty-four parallel starts and confirmations of one number make one account`() async throws {
        let instances = try await Self.unlimited()
        let entered = try await instances.parallel(64) { fixture, turn in
            let phone = turn / 2 % 2 == 0 ? Self.former : Self.active
            let key = "key \(turn)", code = fixture.code(.registration, to: phone, on: key)
            _ = try await fixture.start(code)
            guard let attempt = try await fixture.counted(code.id, on: key) else { throw SetupFailed() }
            guard
                case .signedIn(let account, let session) = try await fixture.signIn(
                    attempt, registration: fixture.registration(code))
            else { throw SetupFailed() }
            return (account.id, session.level)
        }
        #expect(Set(entered.map(\.0)).count == 1)
        #expect(entered.count { $0.1 == .full } == 1)
        #expect(try await instances.count("account") == 1)
        #expect(try await instances.count("account_number") == 2)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test func `an instance that knows the former key alone makes no second account`() async throws {
        let fixture = try await AuthStoreFixture(), former = PhoneIndex([1, 1])
        _ = try await fixture.register(Self.active, on: "first")
        let again = try await fixture.register(former, on: "second")
        #expect(again.account.phoneIndex == Self.active)
        #expect(try await fixture.count("account") == 1)
    }

    @Test func `a device key has one open challenge and one registration of a number`() async throws {
        let instances = try await Self.unlimited()
        _ = try await instances.parallel(8) { fixture, turn in
            try await fixture.open(fixture.code(to: turn / 2 % 2 == 0 ? Self.former : Self.active))
        }
        _ = try await instances.first.open(instances.first.code(to: Self.active))
        #expect(try await instances.count("otp_challenge", where: "used_at IS NULL AND ended_at IS NULL") == 1)
        #expect(try await instances.first.start(instances.first.code(to: Self.former)) == .opened)
        #expect(try await instances.first.start(instances.first.code(to: Self.active)) == .stateChanged)
        #expect(try await instances.count("registration") == 1)
    }

    @Test func `parallel requests at both instances are limited like those under one key`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [.init(5, per: .hours(1))], perAddress: [], perBlock: []) }
        let outcomes = try await instances.parallel(32) { fixture, turn in
            let isFormer = turn / 2 % 2 == 0
            let code = fixture.code(to: isFormer ? Self.former : Self.active, on: "key \(turn)")
            let other = fixture.code(to: PhoneIndex(isFormer ? [2, 2] : [1, 1], key: isFormer ? 2 : 1)).keys
            return try await fixture.open(
                NewChallenge(
                    purpose: code.purpose, id: code.id, thumbprint: code.thumbprint, salt: code.salt,
                    codeHash: code.codeHash, expires: code.expires, message: code.message,
                    keys: SendKeys(
                        phone: code.keys.phone, addresses: [], block: code.keys.block, prefix: code.keys.prefix,
                        shardSeed: code.keys.shardSeed, otherKeys: [other])))
        }
        #expect(outcomes.count { $0 == .opened } == 5)
        #expect(try await instances.deadlocks() == 0)
    }

    /// The administrator looks for the messages under each index key; the rows were made under the other one.
    @Test(arguments: [(former, active), (active, former), (PhoneIndex([1, 1]), active), (former, former)])
    func `the messages to a number are found under every index key`(made: PhoneIndex, asked: PhoneIndex) async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code(to: made))
        _ = try await fixture.open(fixture.code(to: PhoneIndex([3, 3]), on: "tablet"))
        #expect(try await fixture.store.messages(phone: asked, limit: 10).count == 1)
        #expect(try await fixture.store.messages(phone: nil, limit: 10).count == 2)
    }

    /// The account is not indexed under the active key yet, and the code was requested under it.
    @Test func `a code confirms an act under every index key`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, phone) = try await fixture.register(PhoneIndex([1, 1]))
        let tablet = try await fixture.readmit(fixture.login(PhoneIndex([1, 1]), on: "tablet"), by: phone)
        let code = fixture.code(.removeDevice, to: Self.active)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        let change = try await fixture.store.remove(
            tablet.device, of: account.id, by: phone.id, confirmedBy: .message(attempt), idempotencyKey: nil,
            at: fixture.now)
        #expect(change == .suspended(until: fixture.now + .hours(72)))
    }

    @Test func `an account whose keyed hash belongs to another one is not indexed again`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.register(PhoneIndex([1, 1]), on: "first")
        _ = try await fixture.register(PhoneIndex([2, 2], key: 2), on: "second")
        let done = try await fixture.store.indexAgain(.first(of: 1), madeWith: 1, limit: 10) { _, sealed in
            [AuthStore.IndexedNumber(Self.active, sealed: sealed)]
        }
        #expect(done.changed == 0 && done.unreadable == 1)
        #expect(try await fixture.count("account", where: "COALESCE(index_key, 1) = 1") == 1)
    }
}
