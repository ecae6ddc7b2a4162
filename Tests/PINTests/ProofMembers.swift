import Domain
import PIN
import Primitives
import StrictJSON
import Support

/// The members of a proof, which tests change one by one.
struct ProofMembers {
    var issuer = "https://auth.example/issuer"
    var challengeID = PINChallengeID(bits: 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)
    var challenge = [UInt8](0..<32)
    var subject = AccountID(bits: 0xffee_ddcc_bbaa_9988_7766_5544_3322_1100)
    var generation: Int64 = 7
    var thumbprint = "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDPo"
    var purpose = PINPurpose.login

    var proof: PINProof? {
        PINProof(
            issuer: issuer, challengeID: challengeID, challenge: challenge, subject: subject, generation: generation,
            thumbprint: thumbprint, purpose: purpose)
    }

    var json: JSONObject {
        [
            "issuer": .string(issuer), "challengeId": .string(challengeID.description),
            "challenge": Vectors.hex(challenge), "subject": .string(subject.description),
            "generation": .string(String(generation)), "thumbprint": .string(thumbprint),
            "purpose": .string(purpose.rawValue),
        ]
    }

    /// For each member, by its name in the vectors, the members with another value of it.
    static let eachChanged: [(name: String, members: ProofMembers)] = [
        changed("issuer") { $0.issuer = "https://auth.example/issuer/" },
        changed("challengeId") { $0.challengeID = PINChallengeID(bits: $0.challengeID.bits ^ 1) },
        changed("challenge") { $0.challenge[31] ^= 1 },
        changed("subject") { $0.subject = AccountID(bits: $0.subject.bits ^ 1) },
        changed("generation") { $0.generation = 8 },
        changed("thumbprint") { $0.thumbprint = "f3zNtNnYfgmEKsQyyHtmruOfJFzBi1lyb_D_2J9CDPs" },
        changed("purpose") { $0.purpose = .unlock },
    ]

    private static func changed(_ name: String, _ change: (inout ProofMembers) -> Void) -> (String, ProofMembers) {
        var members = ProofMembers()
        change(&members)
        return (name, members)
    }
}
