import Cryptography
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `Stored phone numbers, addresses and refresh tokens` {
    private static let protection: PhoneProtection = {
        let random = SeededRandom().random
        let keys = AuthKeys(
            index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)])
        return PhoneProtection(keys: keys, random: random)
    }()

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::3", "v6 20010db800010002"),
        ("2001:db8:1:2:ffff::", "v6 20010db800010002"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ]) func `an IPv6 address is counted by its /64 network`(address: String, network: String) {
        #expect(PhoneProtection.network(of: address) == network)
    }

    @Test(arguments: [("+4915112345678", "49151"), ("+33612345678", "33612"), ("+1202555", "12025")])
    func `unused codes are counted by the first five digits of a number`(phone: String, prefix: String) throws {
        let number = try #require(E164(parsing: phone))
        #expect(Self.protection.prefix(number) == prefix)
    }

    @Test func `a sealed phone number opens under its own index alone`() throws {
        let protection = Self.protection
        let phone = try #require(E164(parsing: AuthTestClient.phone)),
            other = try #require(E164(parsing: "+33612345678"))
        #expect(protection.open(protection.seal(phone), index: protection.index(phone)) == phone)
        #expect(protection.open(protection.seal(phone), index: protection.index(other)) == nil)
        #expect(protection.block(phone) == protection.block(try #require(E164(parsing: "+4915112345000"))))
        #expect(protection.address("") == nil)
    }

    @Test func `a refresh token decodes to what was encoded, and other texts do not decode`() throws {
        let random = SeededRandom().random
        let tokens = RefreshTokens(key: .generate(random))
        let first = tokens.first(account: random.id(), session: random.id(), family: random.id())
        let text = try #require(tokens.encode(first))
        #expect(tokens.decode(text) == first)
        let family: FamilyID = random.id()
        let next = tokens.successor(of: first, family: family)
        #expect(next == tokens.successor(of: first, family: family))
        #expect(next.secret != tokens.successor(of: first, family: random.id()).secret)
        #expect(next.generation == 1)
        #expect(tokens.decode(try #require(RefreshToken(text.reveal + "A"))) == nil)
    }
}
