import Contracts
import Domain
import JSONRPC
import PairSupport
import Primitives
import StrictJSON
import Support
import Testing

@testable import DeviceCommands
@testable import LatchkeyDevice

/// The commands of parents and children: names, texts, and what they read.
@Suite struct FamilyCommandTests {
    @Test func `a name that fits no child, or two, is refused with the choices, and an id is enough`() async throws {
        let test = try await FamilyPair()
        let second = try await AddChild(name: "mia").run(on: test.parent).childId
        for name in ["Mia", "Nobody"] {
            do {
                _ = try await InviteChild(child: name).run(on: test.parent)
                Issue.record("\(name) was invited")
            } catch let fault as ChildNameFault {
                #expect(fault.name == "noSuchChild")
                #expect(fault.sentence.contains("Mia (\(test.child))") && fault.sentence.contains("mia (\(second))"))
            }
        }
        #expect(try await InviteChild(child: "\(second)").run(on: test.parent).name == "mia")
        #expect(try await test.parent.store.profile().appState == .parentHome)
        await #expect(throws: ArgumentFault.self) { try await AddChild(name: "").run(on: test.parent) }
    }

    @Test func `an invite shows its code in groups, and a link its QR code`() async throws {
        let test = try await FamilyPair()
        let code = try await InviteChild(child: "mia").run(on: test.parent)
        #expect(code.state == .childInviteCreated && code.link == nil)
        let text = InviteChild.text(of: code)
        #expect(text.contains(try #require(InviteCode(typed: code.code)).grouped))
        #expect(text.contains("latchkey child join CODE") && !text.contains("█"))
        let link = try await InviteChild(child: "mia", link: true).run(on: test.parent)
        let address = try #require(link.link)
        #expect(address.hasSuffix("/join#\(link.code)"))
        let lines = InviteChild.text(of: link).split(separator: "\n")
        #expect(lines.dropLast().last == address[...])
        #expect(lines.dropLast(2).joined(separator: "\n") == QRCode(Array(address.utf8))?.text)
        let joined = try await JoinFamily(code: address, pin: EnteredPIN(typed: "4938")).run(on: test.tablet)
        #expect(joined.app.screens == ["AUTH_CHILD"] && joined.app.state == "CHILD_HOME")
        #expect(JoinFamily.text(of: joined) == "Welcome, Mia.\nSent 0, received 0, removed 0.")
    }

    @Test func `the invite of another parent is a code, or a link that is accepted`() async throws {
        let test = try await FamilyPair(), other = try await test.pair.makeDevice("other", name: "Ben's phone")
        try await FamilyPair.register(other, "+33612345678", in: test.pair)
        func invite(_ link: Bool?) async throws -> InviteOutput {
            guard case .recoveryCode(let own) = try test.confirming() else { throw ArgumentFault("no code") }
            return try await InviteParent(child: "Mia", link: link, confirmation: OwnSecret(recoveryCode: own))
                .run(on: test.parent)
        }
        #expect(try await invite(nil).link == nil)
        let link = try await invite(true)
        let address = try #require(link.link)
        #expect(address.hasSuffix("/join#\(link.code)"))
        let lines = InviteParent.text(of: link).split(separator: "\n")
        #expect(lines.dropLast(2).joined(separator: "\n") == QRCode(Array(address.utf8))?.text)
        #expect(try await AcceptChild(code: address).run(on: other).childId == test.child)
        #expect(try await test.parent.children().first?.parents == 2)
    }

    @Test func `a link too long for a QR code is shown alone`() async throws {
        let test = try await FamilyPair()
        let invite = InviteView(
            code: try #require(InviteCode(wire: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
            link: "https://" + String(repeating: "a", count: 99), expiresAtMs: test.pair.clock.now)
        let output = try await InviteOutput(invite, of: "Mia", on: test.parent)
        #expect(output.text("").hasPrefix("https://aaa"))
    }

    @Test(arguments: ["ABCDEFG", "ABCDEFGH1", "https://auth.test/join", ""])
    func `a text that is no invite is refused, and nothing is sent`(_ text: String) async throws {
        let test = try await FamilyPair()
        test.auth.isDown = true
        await #expect(throws: ArgumentFault.self) { try await JoinFamily(code: text, pin: nil).run(on: test.tablet) }
        #expect(try await test.tablet.store.profile().child == nil)
    }

    @Test func `a login without a sync that works is a login all the same`() async throws {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        let phone = try await test.pair.makeDevice(
            "other", name: "x", vault: FaultyConnection(test.pair.vaultConnection))
        let down = FaultyConnection(test.pair.vaultConnection)
        down.isDown = true
        let tablet = Device(
            name: "x", auth: test.auth, authURL: ServicePair.authURL, vault: down, key: test.keys.device,
            store: test.tablet.store, clock: phone.clock, random: phone.random)
        let output = try await LogInChild(pin: EnteredPIN(typed: "4938")).run(on: tablet)
        #expect(output.sync == nil && output.syncFault != nil && output.app.state == "CHILD_HOME")
        #expect(LogInChild.text(of: output).hasPrefix("Welcome, Mia.\nThe entries are not synced: "))
    }

    @Test func `the state of a child's device is told with what to do next`() async throws {
        let test = try await FamilyPair()
        #expect(try await text(test).contains("belongs to no child"))
        try await test.join()
        try await test.tablet.appStarted()
        let standing = try await ShowStanding().run(on: test.tablet)
        #expect(standing.standing == nil && standing.app.child == "Mia" && standing.app.state == "CHILD_PIN_LOGIN")
        #expect(standing.text.contains("This is the device of Mia: CHILD_PIN_LOGIN."))
        #expect(try await text(test).hasSuffix("latchkey child login. Attempts left: 3."))
        try await test.lock()
        #expect(
            try await text(test)
                == "Too many wrong PINs were entered, or the service was restored from an older copy. Ask a parent to unlock this device."
        )
        try await test.parent.revokeChild(test.child)
        let end = try await text(test)
        #expect(end.contains("This device's access was ended.") && end.contains("A parent has withdrawn the access"))
    }

    @Test func `after a deletion the child's device says so, and nothing of a withdrawn access`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        #expect(try await test.parent.removeChild(test.child, test.confirming()))
        for _ in 0..<2 {
            let end = try await text(test)
            #expect(end.hasPrefix("The child's account was deleted by a parent or by the administrator."))
            #expect(!end.contains("withdrawn"))
        }
        let ben = try await test.parent.addChild(named: try #require(DeviceName(rawValue: "Ben")))
        try await test.tablet.join(by: test.parent.inviteChild(ben, .code).code)
        try await test.parent.revokeChild(ben)
        #expect(try await text(test).contains("A parent has withdrawn the access"))
    }

    private func text(_ test: FamilyPair) async throws -> String {
        ShowChildState.text(of: try await ShowChildState().run(on: test.tablet))
    }

    @Test func `a list of children shows the state, the device and the open invite of each`() async throws {
        let test = try await FamilyPair()
        #expect(try await ListChildren.text(of: ListChildren().run(on: test.parent)) == "Mia  CHILD_INVITE_VERIFY")
        try await test.join()
        guard case .recoveryCode(let code) = try test.confirming() else { return }
        _ = try await InviteChild(child: "Mia", confirmation: OwnSecret(recoveryCode: code)).run(on: test.parent)
        let text = try await ListChildren.text(of: ListChildren().run(on: test.parent))
        #expect(text.hasPrefix("Mia  AUTH_CHILD, on “Mia's tablet”, invited until "))
    }

    @Test func `notices tell apart two children with devices of one name, also when one is deleted`() async throws {
        let test = try await FamilyPair()
        let other = try await AddChild(name: "Noa").run(on: test.parent).childId
        let second = try await test.pair.makeDevice("second", name: "Mia's tablet")
        try await test.join()
        try await second.join(by: test.parent.inviteChild(other, .code).code)
        try await test.parent.dismissFamilyScreen()
        try await test.pair.advance(by: .seconds(61))
        #expect(try await test.parent.removeChild(other, test.confirming()))
        let lines = try await ShowNotices.text(of: ShowNotices().run(on: test.parent)).split(separator: "\n")
        #expect(lines.first?.hasSuffix("The account of “Noa” was deleted.") == true)
        for name in ["Mia", "Noa"] {
            #expect(lines.contains { $0.hasSuffix("“Mia's tablet” was bound to “\(name)” by an invite.") })
        }
    }

    @Test(arguments: [true, false])
    func `a removal whose answer was lost is repeated, and says that it took effect`(byName: Bool) async throws {
        let test = try await FamilyPair()
        let removal = RemoveChild(child: byName ? "mia" : "\(test.child)", recoveryCode: try code(test))
        test.parentAuth.isDown = true
        await #expect(throws: DeviceFault.self) { try await removal.run(on: test.parent) }
        test.parentAuth.isDown = false
        test.parentAuth.lostMethod = "child.remove"
        await #expect(throws: DeviceFault.self) { try await removal.run(on: test.parent) }
        await #expect(throws: ChildNameFault.self) { try await RemoveChild(child: "Noa").run(on: test.parent) }
        let output = try await removal.run(on: test.parent)
        #expect(output.name == "Mia" && output.isDeleted == nil)
        #expect(RemoveChild.text(of: output).hasPrefix("Mia is no longer your child: the removal took effect"))
        await #expect(throws: ChildNameFault.self) { try await removal.run(on: test.parent) }
    }

    @Test func `a removal that was refused is not said to have taken effect`() async throws {
        let test = try await FamilyPair()
        await #expect(throws: DeviceFault.self) { try await RemoveChild(child: "Mia").run(on: test.parent) }
        #expect(try await test.parent.takeUnansweredRemoval(ofChild: "Mia") == nil)
        _ = try await RemoveChild(child: "Mia", recoveryCode: code(test)).run(on: test.parent)
        await #expect(throws: ChildNameFault.self) { try await RemoveChild(child: "Mia").run(on: test.parent) }
    }

    private func code(_ test: FamilyPair) throws -> RecoveryCode? {
        guard case .recoveryCode(let code) = try test.confirming() else { return nil }
        return code
    }

    @Test func `no argument of a command holds a PIN or an invite code`() throws {
        let pin = try EnteredPIN(typed: "4938")
        let join = JoinFamily(code: "ABCDEFGH", pin: pin)
        #expect(join.commandLine == ["child", "join", "-"] && join.standardInput == "ABCDEFGH\n4938\n")
        let login = LogInChild(pin: pin), list = ListEntries(secrets: false)
        #expect(login.commandLine == ["child", "login"] && login.standardInput == "4938\n")
        #expect(list.commandLine == ["list"] && list.standardInput.isEmpty)
        let sync = SyncEntries(pin: pin), logout = LogOut(choice: .keep, pin: pin)
        #expect(sync.commandLine == ["sync", "--unlock"] && sync.standardInput == "4938\n")
        #expect(logout.commandLine == ["logout", "--keep", "--unlock"] && logout.standardInput == "4938\n")
    }

    @Test(
        arguments: [
            (.inviteChild, "invite"), (.resetChildAccess, "reset"), (.inviteParent, "invite-parent"),
        ] as [(CommandName, String)]) func `an invite takes a secret of the parent's own, and needs a child`(
            name: CommandName, word: String
        ) throws
    {
        let byPIN = try name.command(["child": "Mia", "pin": "482915"])
        #expect(byPIN.commandLine == ["parent", word, "Mia", "--pin"] && byPIN.standardInput == "482915\n")
        let byLink = try name.command(["child": "Mia", "link": true])
        #expect(byLink.commandLine == ["parent", word, "Mia", "--link"])
        let byFactor = try name.command(["child": "Mia", "factorCode": "123456"])
        #expect(byFactor.commandLine == ["parent", word, "Mia", "--factor-code=123456"])
        #expect(byFactor.standardInput.isEmpty)
        do throws(ArgumentFault) {
            Issue.record("\(try name.command(["factorCode": "123456"])) was made")
        } catch {
            #expect(error.sentence == "\(name.rawValue) needs “child”")
        }
    }
}
