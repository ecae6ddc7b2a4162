import JSONRPC
import Primitives
import Testing

@testable import LatchkeyDevice

/// An entry is found by its id, and by an issuer or account name that no other entry has.
@Suite struct EntryNameTests {
    private typealias T = DeviceFixture

    @Test func `entries that share a name are found by their ids only`() async throws {
        let test = try await T()
        let (first, second) = (try await test.unsent("K"), try await test.unsent("L"))
        for (name, id) in [("K", first.id), ("\(first.id)", first.id), ("\(second.id)", second.id)] {
            #expect(try await test.device.entry(named: name).id == id)
        }
        for name in ["ada", "M"] {
            await #expect(throws: DeviceFault.noSuchEntry(name)) { try await test.device.entry(named: name) }
        }
    }

    @Test func `an entry of another account is found by its name only while no own entry has that name`() async throws {
        let test = try await T()
        try await test.put(SecretID(bits: 1), "K")
        try await test.signIn(as: AccountID(bits: 8))
        #expect(try await test.device.entry(named: "K").id == SecretID(bits: 1))
        let own = try await test.unsent("K")
        #expect(try await test.device.entry(named: "K").id == own.id)
        try await test.unsent("K2")
        await #expect(throws: DeviceFault.noSuchEntry("ada")) { try await test.device.entry(named: "ada") }
    }
}
