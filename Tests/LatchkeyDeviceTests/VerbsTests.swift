import StrictJSON
import Testing

@testable import LatchkeyDevice

@Suite struct VerbsTests {
    @Test(arguments: Verb.allCases) func `a verb refuses an argument it does not know`(_ verb: Verb) async throws {
        let test = try await TestDevice()
        await #expect(throws: DeviceFault.argument("\(verb.rawValue) takes no “nonsense”")) {
            try await Verbs.run(verb, ["nonsense": 1], on: test.device)
        }
        #expect(test.vault.asked.isEmpty && test.auth.asked.isEmpty)
    }

    @Test func `a list shows codes and no secret unless it is asked for`() async throws {
        let test = try await TestDevice()
        try await test.unsent("Bank")
        let list = try await Verbs.run(.list, on: test.device)
        #expect(list["entries"]?[0]?["code"]?.string?.count == 6)
        #expect(list["entries"]?[0]?["validForMs"] == 20_000)
        #expect(!JSON.object(list).text.contains("JBSWY3DPEHPK3PXP"))
        let whole = try await Verbs.run(.list, ["secrets": true], on: test.device)
        #expect(whole["entries"]?[0]?["secret"] == "JBSWY3DPEHPK3PXP")
    }

    @Test func `an import adds each entry once and says which lines are none`() async throws {
        let test = try await TestDevice(signedIn: false)
        let text = "# a comment\n\(TestDevice.uri("A"))\n\n\(TestDevice.uri("A"))\nnonsense\n\(TestDevice.uri("B"))\n"
        let first = try await Verbs.run(.import, ["text": .string(text)], on: test.device)
        #expect(first["added"]?.array?.count == 2)
        #expect(first["duplicateLines"] == [4])
        #expect(first["rejected"]?[0]?["line"] == 5)
        let second = try await Verbs.run(.import, ["text": .string(text)], on: test.device)
        #expect(second["added"] == [])
        #expect(try await test.issuers() == ["A", "B"])
    }

    @Test func `standing tells seed 000's row and needs nobody`() async throws {
        let test = try await TestDevice()
        let standing = try await Verbs.run(.standing, on: test.device)
        #expect(standing["login"] == "Logged In")
        #expect(standing["standing"]?["canSync"] == true)
        let nobody = try await TestDevice(signedIn: false)
        #expect(try await Verbs.run(.standing, on: nobody.device)["signedIn"] == false)
    }

    @Test func `an entry that is not one and a code that is none are refused in words`() async throws {
        let test = try await TestDevice()
        let refused: [(Verb, JSONObject)] = [
            (.add, ["uri": "https://example.com"]), (.deleteAccount, ["code": "12", "choice": "keep"]),
            (.logout, ["choice": "perhaps"]), (.edit, ["entry": "nothing"]), (.delete, ["entry": "nothing"]),
        ]
        for (verb, arguments) in refused {
            await #expect(throws: DeviceFault.self) { try await Verbs.run(verb, arguments, on: test.device) }
        }
        #expect(try await test.issuers().isEmpty)
    }

    @Test func `what is told of a list has a line for each entry, its code in two halves`() async throws {
        let test = try await TestDevice()
        try await test.unsent("Bank")
        try await test.synchronised("Post")
        let told = Telling.text(of: .list, try await Verbs.run(.list, on: test.device)).split(separator: "\n")
        #expect(told.count == 2)
        #expect(told[0].hasPrefix("Bank  ada  ") && told[0].hasSuffix("only here"))
        #expect(told[1].contains("▰▰▰▰▰▰▰▱▱▱ 20 s"))
    }
}
