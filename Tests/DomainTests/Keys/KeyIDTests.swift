import Domain
import Testing

@Suite struct `Names of keys` {
    @Test(arguments: ["signing-1", "nonce-10", "signing-999999"])
    func `a kind and a number are read as they are written`(text: String) {
        #expect(KeyID(rawValue: text)?.description == text)
    }

    @Test(arguments: [
        "", "signing", "signing-", "signing-0", "signing-01", "signing-+1", "signing--1", "signing-1000000",
        "service-1",
        "Signing-1", "signing-1-2", "signing-1 ", "signing-١",
    ])
    func `other texts are no names of keys`(text: String) { #expect(KeyID(rawValue: text) == nil) }
}
