import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

/// A stranger with a code can give the new device a name, which the owner then reads in the list of sessions.
@Suite struct `The name of a device` {
    @Test(arguments: [
        RegistrationStart.name: #""phone":"+4915112345678","group":"fieldwork""#,
        OTPVerify.name: #""challengeId":"00000000-0000-0000-0000-00000000c4a1","code":"123456""#,
    ])
    func `is refused, and named, if a character is not printable`(method: String, members: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.refusal(RegistrationState.self, .init(phone: AuthTestClient.phone))
        let long = String(repeating: "x", count: 65)
        for name in [
            #"\u001b[2Kphone"#, #"\u202eenohp"#, #"a\u2028b"#, #"\u3164"#, "  ", "", #"\u009b1m"#, long, #"\u2800"#,
            #" \u2800\u0301\ufe0f"#,
        ] {
            let body = Array(
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members),"deviceName":"\#(name)"}}"#.utf8)
            let reply = try await phone.raw(body, headers: [try phone.proof(method, body, nil)])
            let error = try JSON(parsing: reply.body)["error"]
            #expect(error?["code"]?.number?.int64 == -32602, "\(name)")
            #expect(error?["data"]?["field"] == "deviceName", "\(name)")
        }
    }
}
