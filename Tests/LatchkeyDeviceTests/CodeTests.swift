import DeviceCommands
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Codes that are asked for one at a time.
@Suite struct CodeTests {
    private static let hotp = "otpauth://hotp/Bank:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bank&counter=0"

    @Test func `each code of a counter-based entry is shown once, also while signed out, and is an unsent edit`()
        async throws
    {
        let test = try await DeviceFixture(signedIn: false)
        _ = try await AddEntry(uri: Self.hotp).run(on: test.device)
        for (counter, code) in ["755224", "287082", "359152"].enumerated() {
            let shown = try await ShowCode(entry: "Bank").run(on: test.device)
            #expect(shown.code == code && shown.counter?.value == Int64(counter) && shown.validForMs == nil)
            #expect(ShowCode.text(of: shown) == "\(code)\nBank (ada), counter \(counter)")
        }
        #expect(try await test.device.entries().first?.body?["counter"] == "3")
    }

    @Test func `the code of a time-based entry is the one of the list, and changes nothing`() async throws {
        let test = try await DeviceFixture()
        try await test.synchronised("Post")
        let before = try await test.device.entries()
        let shown = try await ShowCode(entry: "Post").run(on: test.device)
        let listed = try await ListEntries().run(on: test.device).entries[0]
        #expect(shown.code == listed.code && shown.validForMs == listed.validForMs && shown.counter == nil)
        #expect(try await test.device.entries() == before)
    }

    @Test func `a counter without one after it gives no code`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        let last = Self.hotp.replacing("counter=0", with: "counter=9223372036854775807")
        let made = try await AddEntry(uri: last).run(on: test.device)
        await #expect(throws: DeviceFault.noCode("\(made.id)")) {
            try await ShowCode(entry: "Bank").run(on: test.device)
        }
    }
}
