import Contracts
import DeviceCommands
import Interchange
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// The device refuses a member that the vault would refuse, when the person enters it.
@Suite struct EditBoundsTests {
    @Test(arguments: [("issuer", "issuer"), ("accountName", "account name")])
    func `a label of 256 characters is kept, and one more or NUL is refused with advice`(member: String, title: String)
        async throws
    {
        let test = try await DeviceFixture(signedIn: false)
        let entry = try await test.device.add(uri: DeviceFixture.uri("Bank"))
        func edit(_ label: String) async throws(DeviceFault) -> LocalEntry {
            try await test.device.edit(
                entry, issuer: member == "issuer" ? label : nil, accountName: member == "issuer" ? nil : label)
        }
        let longest = String(repeating: "é", count: 256)
        _ = try await edit(longest)
        for (label, why) in [(longest + "x", "it is longer than 256 characters"), ("a\0", "it holds a NUL character")] {
            do {
                _ = try await edit(label)
                Issue.record("\(member) was edited")
            } catch {
                #expect(error.name == "entryInvalid" && !error.mayHaveTakenEffect)
                #expect(
                    error.sentence
                        == "The \(title) cannot be used: \(why). Nothing was changed: repeat the command with another one."
                )
            }
        }
        #expect(try await test.device.entries().first?.body?[member]?.string == longest)
    }

    @Test func `an entry that the vault would refuse is not added`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        let body = OTPBody(
            accountName: "ada", issuer: "Bank", type: .totp, secret: "not Base32!", algorithm: .sha1, digits: 6)
        await #expect {
            try await test.device.add(body)
        } throws: { ($0 as? DeviceFault)?.name == "entryInvalid" }
        #expect(try await test.device.entries().isEmpty)
    }
}
