import Primitives
import Testing
import Tokens

@Suite struct TokenTimeTests {
    private let house = House()

    @Test func `a token is taken until 30 seconds after its end, cached or not`() throws {
        let token = try house.tokens.mint(house.claims()).reveal
        #expect(house.fault(token, later: .milliseconds(329_999)) == nil)
        #expect(house.fault(token, later: .seconds(330)) == .expired)
        let fresh = try house.tokens.mint(house.claims { $0.jti = "jti-2" }).reveal
        #expect(house.fault(fresh, later: .seconds(330)) == .expired)
        #expect(house.fault(fresh) == nil)
    }

    @Test func `a token from a clock more than 30 seconds ahead is not valid yet, cached or not`() throws {
        let token = try house.tokens.mint(house.claims()).reveal
        #expect(house.fault(token, later: .zero - .seconds(31)) == .notYetValid)
        #expect(house.fault(token, later: .zero - .seconds(30)) == nil)
        #expect(house.fault(token, later: .zero - .seconds(31)) == .notYetValid)
        let later = try house.tokens.mint(house.claims { $0.notBefore = $0.issued + .seconds(60) }).reveal
        #expect(house.fault(later) == .notYetValid)
        #expect(house.fault(later, later: .seconds(30)) == nil)
    }

    @Test func `a life of more than 300 seconds, or none, is refused even with a right signature`() {
        for life in [-1, 0, 301, 86400] {
            let claims = house.claims { $0.expires = $0.issued + .seconds(life) }
            #expect(house.fault(house.signed(claims.json))?.isBad == true, "\(life)")
        }
    }
}
