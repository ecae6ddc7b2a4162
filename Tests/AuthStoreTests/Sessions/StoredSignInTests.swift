import Primitives
import Support
import Testing

@testable import AuthStore

@Suite struct StoredSignInTests {
    @Test func `a stored sign-in decodes to what was encoded, and other bytes do not decode`() {
        let random = SeededRandom().random
        for signIn in [StoredSignIn.signedIn(random.id(), random.id()), .notRegistered, .blocked] {
            #expect(StoredSignIn(signIn.bytes) == signIn)
        }
        for count in [0, 16, 31, 33] { #expect(StoredSignIn(random.bytes(count)) == nil, "\(count) bytes") }
    }
}
