import Contracts
import Primitives
import Testing

@testable import DeviceCommands

@Suite struct `The address of a second factor` {
    @Test func `names the issuer and the account, escaped as authenticator apps read them`() throws {
        let answer = SecondFactorEnroll.Answer(
            secret: try #require(AuthenticatorSecret(wire: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")), issuer: "Care & Home",
            accountName: "+49•••••678", countsFromMs: Instant(ms: 0))
        #expect(
            MakeSecondFactor.address(of: answer)
                == "otpauth://totp/Care%20%26%20Home:%2B49%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2678"
                + "?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Care%20%26%20Home&algorithm=SHA1&digits=6&period=30")
    }

    @Test func `is shown with the moment from which it counts if a message confirmed it, and without it otherwise`() {
        for isDelayed in [true, false] {
            let output = MakeSecondFactor.Output(
                secret: "", uri: "otpauth://totp/x", countsFromMs: Instant(ms: 1_700_000_000_000), isDelayed: isDelayed)
            #expect(MakeSecondFactor.text(of: output).contains("2023-11-14") == isDelayed)
        }
    }
}
