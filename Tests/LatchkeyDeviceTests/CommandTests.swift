import DeviceCommands
import StrictJSON
import Testing

@testable import LatchkeyDevice

@Suite struct CommandTests {
    @Test(arguments: CommandName.allCases) func `a command refuses an unknown argument`(_ name: CommandName) {
        var arguments = Self.needed[name] ?? [:]
        arguments["nonsense"] = 1
        do throws(ArgumentFault) {
            Issue.record("\(try name.command(arguments)) was made")
        } catch {
            #expect(error.sentence == "\(name.rawValue) takes no “nonsense”")
        }
    }

    @Test(arguments: needed.map { ($0, $1) }) func `a command without the argument it needs is refused`(
        name: CommandName, arguments: JSONObject
    ) throws {
        #expect(try !name.command(arguments).commandLine.isEmpty)
        #expect(throws: ArgumentFault.self) { try name.command([:]) }
    }

    private static let needed: [CommandName: JSONObject] = [
        .register: ["phone": "+4915112345678", "group": "fieldwork"], .login: ["phone": "+4915112345678"],
        .admit: ["digits": "42"], .add: ["uri": "otpauth://totp/x?secret=JBSWY3DP"], .import: ["text": ""],
        .export: ["format": "otpauth"], .code: ["entry": "K"],
        .edit: ["entry": "K", "issuer": "L"], .delete: ["entry": "K"], .keepAsNew: ["entry": "K"],
        .history: ["entry": "K"], .restore: ["entry": "K"],
        .discard: ["all": true], .logout: ["choice": "keep"], .logoutEverywhere: ["choice": "delete"],
        .makePIN: ["pin": "482915"], .changePIN: ["pin": "482915", "newPin": "739164"],
        .confirmSecondFactor: ["factorCode": "123456"], .requestPhoneChange: ["phone": "+4915112345678"],
        .changePhone: ["newCode": "123456"], .renameDevice: ["name": "phone"],
        .requestPINReset: ["pin": "482915", "code": "123456"],
        .logInWithPIN: ["pin": "482915"], .unlock: ["pin": "a long passphrase"],
        .addChild: ["name": "Mia"], .inviteChild: ["child": "Mia"], .withdrawInvite: ["child": "Mia"],
        .unlockChild: ["child": "Mia"], .resetChildAccess: ["child": "Mia"], .revokeChild: ["child": "Mia"],
        .removeChild: ["child": "Mia"], .endChildSession: ["child": "Mia"], .inviteParent: ["child": "Mia"],
        .acceptChild: ["code": "ABCDEFGH"], .joinFamily: ["code": "ABCDEFGH"], .logInChild: ["pin": "4938"],
        .deleteAccount: ["code": "123456", "choice": "keep"], .call: ["method": "vault.info"],
    ]

    @Test(
        arguments: [
            (CommandName.deleteAccount, ["code": "12", "choice": "keep"], "“code” must be six digits"),
            (.logout, ["choice": "perhaps"], "“choice” must be keep or delete"),
            (.register, ["phone": "1", "group": "No Group"], "“group” must be the name of a facility group"),
            (
                .logInWithPIN, ["pin": "12"], "“pin”: A PIN has 6 to 12 digits, a passphrase 8 to 128 characters."
            ), (.unlock, [:], "unlock needs “pin”"),
            (.add, [:], "add needs “uri”"), (.add, ["uri": 1], "“uri” must be a string"),
        ] as [(CommandName, JSONObject, String)]) func `a malformed argument is refused with the form it must have`(
            name: CommandName, arguments: JSONObject, sentence: String
        )
    {
        do throws(ArgumentFault) {
            Issue.record("\(try name.command(arguments)) was made")
        } catch {
            #expect(error.sentence == sentence)
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (1000, 1), (1001, 2), (Int.max, 9_223_372_036_854_776)])
    func `the wait that a refusal asks for is told in whole seconds, rounded up`(ms: Int, seconds: Int) async throws {
        let auth = ScriptedConnection(
            always: .fault("sendLimit", status: 200, data: ["retryAfterMs": .number(JSONNumber(ms))]))
        let test = try await DeviceFixture(auth: auth, signedIn: false)
        do {
            _ = try await test.device.login(phone: "+4915112345678")
            Issue.record("the login was not refused")
        } catch {
            #expect(error.sentence.hasSuffix("requested too often. Wait \(seconds) s."))
        }
    }

    @Test func `an address that is not otpauth and an unknown entry are refused`() async throws {
        let test = try await DeviceFixture()
        let commands: [any DeviceCommand] = [
            AddEntry(uri: "https://example.com"), DeleteEntry(entry: "nothing"),
            EditEntry(entry: "nothing", issuer: "A", accountName: nil),
        ]
        for command in commands {
            await #expect(throws: DeviceFault.self) { try await command.outputObject(on: test.device) }
        }
        #expect(try await test.issuers().isEmpty)
    }

    @Test func `a list shows codes, and shared keys only on request`() async throws {
        let test = try await DeviceFixture()
        try await test.unsent("Bank")
        let list = try await ListEntries().outputObject(on: test.device)
        #expect(list["entries"]?[0]?["code"]?.string?.count == 6)
        #expect(list["entries"]?[0]?["validForMs"] == 20_000)
        #expect(!JSON.object(list).text.contains("JBSWY3DPEHPK3PXP"))
        let whole = try await ListEntries(secrets: true).run(on: test.device)
        #expect(whole.entries[0].secret == "JBSWY3DPEHPK3PXP")
    }

    @Test func `an import adds each entry once and names the lines that are no entries`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        let text =
            "# a comment\n\(DeviceFixture.uri("A"))\n\n\(DeviceFixture.uri("A"))\nnonsense\n\(DeviceFixture.uri("B"))\n"
        let first = try await ImportEntries(file: Array(text.utf8)).run(on: test.device)
        #expect(first.added.count == 2)
        #expect(first.duplicates.map(\.position) == ["line 4"])
        #expect(first.duplicates.map(\.ofPosition) == ["line 2"])
        #expect(first.rejected.map(\.position) == ["line 5"])
        #expect(try await ImportEntries(file: Array(text.utf8)).run(on: test.device).added.isEmpty)
        #expect(try await test.issuers() == ["A", "B"])
    }

    @Test func `standing prints the row of the user states document and calls no service`() async throws {
        let test = try await DeviceFixture()
        let standing = try await ShowStanding().outputObject(on: test.device)
        #expect(standing["login"] == "Logged In")
        #expect(standing["standing"]?["canSync"] == true && standing["standing"]?["notification"]?.isNull == true)
        let other = try await DeviceFixture(signedIn: false)
        let signedOut = try await ShowStanding().outputObject(on: other.device)
        #expect(signedOut["signedIn"] == false && signedOut["login"]?.isNull == true)
        #expect(test.vault.requests.isEmpty && test.auth.requests.isEmpty)
    }

    @Test func `the text of a list has a line for each entry, with its names, its countdown and its marks`()
        async throws
    {
        let test = try await DeviceFixture()
        try await test.unsent("Bank")
        try await test.synchronised("Post")
        let list = try await ListEntries().outputObject(on: test.device)
        let lines = try CommandName.list.text(of: list).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("Bank  ada  ") && lines[0].hasSuffix("only here"))
        #expect(lines[1].contains("▰▰▰▰▰▰▰▱▱▱ 20 s"))
    }

    @Test func `the text of a sync with undecided entries says how to decide`() async throws {
        let output: JSONObject = [
            "received": 0, "removed": 0, "sent": 1, "healed": 0, "copies": [], "gone": [], "trashed": [], "held": [],
            "rejected": [["id": "00000000-0000-0000-0000-00000000000a", "reason": "bodyRefused"]], "waiting": [],
            "foreign": 2,
        ]
        let text = try CommandName.sync.text(of: output)
        #expect(text.contains("Of another account, and not sent: 2."))
        #expect(text.hasSuffix("latchkey keep-as-new ENTRY, or latchkey discard ENTRY."))
    }
}
