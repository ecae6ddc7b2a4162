import AuthStore
import Cryptography
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `Stored phone numbers, addresses and refresh tokens` {
    private static let protection: PhoneProtection = {
        let random = SeededRandom().random
        let keys = AuthKeys(
            index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)],
            audit: .generate(random))
        return PhoneProtection(keys: DataKeys(keys), random: random)
    }()

    @Test(arguments: [
        ("192.0.2.7", ["v4/24 192.0.2.0 8", "192.0.2.7 1"]),
        ("::ffff:192.0.2.7", ["v4/24 192.0.2.0 8", "192.0.2.7 1"]),
        (
            "2001:db8:1:2345:ffff::3",
            ["v6/48 v6 20010db800010000 4", "v6/56 v6 20010db800012300 2", "v6 20010db800012345 1"]
        ),
        ("127.0.0.1", ["127.0.0.1 1"]), ("::1", ["v6 0000000000000000 1"]), ("no address", ["no address 1"]), ("", []),
    ]) func `an address is counted by ranges, of which the wider have more`(address: String, ranges: [String]) {
        #expect(PhoneProtection.networks(of: address).map { "\($0.name) \($0.multiple)" } == ranges)
    }

    @Test(arguments: [
        ("192.0.2.7", ["v4/16 192.0.0.0 64"]), ("::ffff:192.0.2.7", ["v4/16 192.0.0.0 64"]),
        ("2001:db8:1234:2345:ffff::3", ["v6/32 v6 20010db800000000 64", "v6/40 v6 20010db812000000 16"]),
        ("127.0.0.1", []), ("::1", []), ("no address", []), ("", []),
    ]) func `an address also counts for ranges of its provider, which have more`(address: String, ranges: [String]) {
        #expect(PhoneProtection.providerRanges(of: address).map { "\($0.name) \($0.multiple)" } == ranges)
        let groups = PhoneProtection.addressGroups(of: address, Self.protection.keys.index.activeKey)
        let isProviderRange = groups.map(\.isProviderRange)
        let narrower = Array(repeating: false, count: groups.count - ranges.count)
        #expect(isProviderRange == ranges.map { _ in true } + narrower, "the widest come first")
    }

    @Test(arguments: [("+4915112345678", "49151"), ("+33612345678", "33612"), ("+3312345", "33123")])
    func `unused codes are counted by the first five digits of a number`(phone: String, prefix: String) throws {
        let number = try #require(E164(parsing: phone))
        #expect(Self.protection.prefix(number) == prefix)
    }

    @Test(.requirement("K6"))
    func `a sealed phone number opens under its own index alone`() throws {
        let protection = Self.protection, key = protection.keys.index.activeKey
        let phone = try #require(E164(parsing: AuthTestClient.phone)),
            other = try #require(E164(parsing: "+33612345678"))
        #expect(
            protection.open(protection.seal(phone, protection.index(phone)), index: protection.index(phone)) == phone)
        #expect(protection.open(protection.seal(phone, protection.index(phone)), index: protection.index(other)) == nil)
        #expect(
            PhoneProtection.block(phone, key)
                == PhoneProtection.block(try #require(E164(parsing: "+4915112345000")), key))
        #expect(PhoneProtection.addressGroups(of: "", key).isEmpty)
        let groups = ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2::1"].map {
            PhoneProtection.addressGroups(of: $0, key)
        }
        #expect(
            Set(groups.joined().map(\.hash)).count == 9,
            "the first two have all but the /64 in common, the third the /32 and the /40")
        #expect(groups[0].prefix(4) == groups[1].prefix(4))
        #expect(groups[0].prefix(2) == groups[2].prefix(2))
    }

    @Test func `a refresh token decodes to what was encoded, and other texts do not decode`() throws {
        let random = SeededRandom().random
        let tokens = RefreshTokens(key: .generate(random))
        let subject: AccountID = random.id(), request: RequestID = random.id(), family: FamilyID = random.id()
        let first = tokens.first(subject: subject, session: random.id(), family: family, request: request)
        let text = try #require(RefreshTokens.encode(first))
        #expect(RefreshTokens.decode(text) == first)
        func successor(_ family: FamilyID, _ request: RequestID?) -> RefreshTokens.Content {
            tokens.successor(of: first, subject: subject, family: family, request: request)
        }
        let next = successor(family, request)
        #expect(next == successor(family, request))
        let others = [successor(random.id(), request), successor(family, random.id()), successor(family, nil)]
        #expect(Set((others + [next]).map(\.secret)).count == 4)
        #expect(next.generation == 1)
        #expect(RefreshTokens.decode(try #require(RefreshToken(text.reveal + "A"))) == nil)
    }
}
