import Primitives
import Support
import Testing
import Tokens

@Suite struct TokenTimeTests {
    private let fixture = TokenFixture()

    @Test(.requirement("T3")) func `a token is accepted until 30 seconds after it expires, cached or not`() throws {
        let token = try fixture.tokens.mint(fixture.claims()).reveal
        #expect(fixture.fault(token, later: .milliseconds(329_999)) == nil)
        #expect(fixture.fault(token, later: .seconds(330)) == .expired)
        let fresh = try fixture.tokens.mint(fixture.claims { $0.jti = "jti-2" }).reveal
        #expect(fixture.fault(fresh, later: .seconds(330)) == .expired)
        #expect(fixture.fault(fresh) == nil)
    }

    @Test(.requirement("T3")) func `a token from a clock more than 30 seconds ahead is not valid yet, cached or not`()
        throws
    {
        let token = try fixture.tokens.mint(fixture.claims()).reveal
        #expect(fixture.fault(token, later: .zero - .seconds(31)) == .notYetValid)
        #expect(fixture.fault(token, later: .zero - .seconds(30)) == nil)
        #expect(fixture.fault(token, later: .zero - .seconds(31)) == .notYetValid)
        let later = try fixture.tokens.mint(fixture.claims { $0.notBefore = $0.issued + .seconds(60) }).reveal
        #expect(fixture.fault(later) == .notYetValid)
        #expect(fixture.fault(later, later: .seconds(30)) == nil)
    }

    @Test(.requirement("T2"))
    func `a lifetime of more than 300 seconds, or of none, is refused even with a valid signature`() {
        for seconds in [-1, 0, 301, 86400] {
            let claims = fixture.claims { $0.expires = $0.issued + .seconds(seconds) }
            #expect(fixture.fault(fixture.signed(claims.json))?.isBad == true, "\(seconds)")
        }
    }
}
