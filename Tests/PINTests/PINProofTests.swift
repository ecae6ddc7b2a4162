import Cryptography
import Domain
import PIN
import Primitives
import Support
import Testing

@Suite struct PINProofTests {
    private let key = Ed25519.PrivateKey.generate(SeededRandom().random)

    @Test(arguments: PINPurpose.allCases) func `a proof is signed by the key of the PIN and by no other`(
        purpose: PINPurpose
    ) throws {
        let proof = try #require(ProofMembers(purpose: purpose).proof)
        let signature = proof.signed(by: key)
        #expect(signature.count == 64)
        #expect(proof.isSigned(signature, by: key.publicKey))
        #expect(!proof.isSigned(signature, by: Ed25519.PrivateKey.generate(SeededRandom(seed: 2).random).publicKey))
        #expect(!proof.isSigned(Array(signature.dropLast()), by: key.publicKey))
        #expect(!proof.isSigned([], by: key.publicKey))
        for index in signature.indices {
            var altered = signature
            altered[index] ^= 1 << UInt8(index % 8)
            #expect(!proof.isSigned(altered, by: key.publicKey))
        }
    }

    @Test func `a proof with any other member is not signed`() throws {
        let signature = try #require(ProofMembers().proof).signed(by: key)
        for (name, members) in ProofMembers.eachChanged {
            let proof = try #require(members.proof)
            #expect(!proof.isSigned(signature, by: key.publicKey), "\(name)")
            #expect(proof.isSigned(proof.signed(by: key), by: key.publicKey), "\(name)")
        }
        #expect(ProofMembers.eachChanged.count == 7)
    }

    @Test func `the message is the label and the seven members, each after its length`() throws {
        let proof = try #require(ProofMembers().proof)
        let lengths = [20, 27, 36, 32, 36, 1, 32, 5]
        var (rest, found): (ArraySlice<UInt8>, [[UInt8]]) = (proof.message[...], [])
        for length in lengths {
            #expect(Array(rest.prefix(4)) == [0, 0, 0, UInt8(length)])
            found.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        #expect(rest.isEmpty)
        #expect(
            found == [
                Array("latchkey/pin-proof/1".utf8), Array("https://auth.example/issuer".utf8),
                Array("00112233-4455-6677-8899-aabbccddeeff".utf8), [UInt8](0..<32),
                Array("ffeeddcc-bbaa-9988-7766-554433221100".utf8), Array("7".utf8),
                Base64URL.decode(ProofMembers().thumbprint) ?? [], Array("login".utf8),
            ])
    }

    @Test(arguments: [0, 31, 33]) func `a challenge has 32 bytes`(count: Int) {
        var members = ProofMembers()
        members.challenge = [UInt8](repeating: 1, count: count)
        #expect(members.proof == nil)
    }

    @Test(arguments: [
        "", "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDP", "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDPoo",
        "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDPp", "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb/D/2J9CDPo",
        "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDPo=", "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDP ",
    ])
    func `a thumbprint is 32 bytes in canonical base64url`(thumbprint: String) {
        var members = ProofMembers()
        members.thumbprint = thumbprint
        #expect(members.proof == nil)
    }
}
