import DeviceCommands
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// A label of this device that another device's has replaced in a merge is kept and shown.
@Suite struct ReplacedLabelTests {
    private static let base: JSONObject = ["issuer": "A", "accountName": "ada", "secret": "S"]

    private static func changed(_ changes: JSONObject) -> JSONObject {
        var body = base
        for (name, value) in changes { body[name] = value }
        return body
    }

    @Test(
        arguments: [
            // ours, theirs, what was sent, and the replaced labels
            (["issuer": "B"], ["issuer": "C"], nil, ["issuer B"]),
            (
                ["issuer": "B", "accountName": "eve"], ["issuer": "C", "accountName": "bob"], nil,
                ["accountName eve", "issuer B"]
            ),
            (["issuer": "B"], ["issuer": "B"], nil, []), (["issuer": "B"], [:], nil, []),
            ([:], ["issuer": "C"], nil, []),
            (["issuer": "B"], ["accountName": "eve"], nil, []),
            (["tags": ["x"]], ["tags": ["y"]], nil, [#"tags ["x"]"#]),
            (["issuer": "D"], ["issuer": "B"], ["issuer": "B"], []),
            (["issuer": "D"], ["issuer": "C"], ["issuer": "B"], ["issuer D"]),
        ] as [(JSONObject, JSONObject, JSONObject?, [String])])
    func `only a label that both sides have changed to different values is replaced`(
        ours: JSONObject, theirs: JSONObject, sent: JSONObject?, replaced: [String]
    ) {
        let outcome = EntryMerge.merge(
            base: Self.base, sent: sent.map(Self.changed), ours: Self.changed(ours), theirs: Self.changed(theirs),
            at: Instant(ms: 1))
        guard case .merged(_, let labels) = outcome else {
            Issue.record("the edits conflict")
            return
        }
        #expect(labels.map { "\($0.name) \($0.value)" } == replaced)
        #expect(labels.allSatisfy { $0.atMs == Instant(ms: 1) })
    }

    @Test func `a sync reports the replaced label once, and the history of the entry keeps it`() async throws {
        let devices = try await TwoDevices(with: ["K"]), (phone, tablet) = (devices.phone, devices.tablet)
        _ = try await tablet.edit(tablet.entry(named: "K"), issuer: "Theirs", accountName: nil)
        _ = try await phone.edit(phone.entry(named: "K"), issuer: "Ours", accountName: "eve")
        _ = try await tablet.sync()
        let output = try await SyncEntries().run(on: phone)
        #expect(output.replaced?.flatMap(\.labels).map(\.value) == ["Ours"])
        #expect(SyncEntries.text(of: output).contains("your issuer “Ours” was replaced"))
        #expect(try await SyncEntries().run(on: phone).replaced == nil)
        let entry = try await phone.entry(named: "Theirs")
        #expect(entry.accountName == "eve" && entry.replaced.map(\.value) == ["Ours"])
        let history = try await ShowHistory(entry: "Theirs").run(on: phone)
        #expect(history.replaced.map(\.name) == ["issuer"])
        #expect(ShowHistory.text(of: history).contains("Your issuer “Ours” was replaced"))
        #expect(try await ShowHistory(entry: "Theirs").run(on: tablet).replaced.isEmpty)
    }

    @Test(arguments: [(9, 10), (10, 10)]) func `the last ten replaced labels are kept`(before: Int, kept: Int) {
        var entry = LocalEntry(id: SecretID(bits: 1), kind: "otp", base: nil, body: [:], createdAt: Instant(ms: 1))
        var progress = SyncProgress()
        for number in 0...before {
            entry.keepAndReport([ReplacedLabel(name: "issuer", value: "\(number)", at: Instant(ms: 1))], in: &progress)
        }
        #expect(entry.replaced.map(\.value) == (0...before).reversed().prefix(kept).map { "\($0)" })
        #expect(progress.report.replaced[entry.id]?.count == before + 1)
    }

    @Test func `replaced labels survive the store`() async throws {
        let test = try await DeviceFixture(), id = SecretID(bits: 1)
        try await test.put(id, "K")
        var entry = try await test.device.entry(named: "K")
        entry.replaced = [ReplacedLabel(name: "issuer", value: "Ours", at: Instant(ms: 5))]
        try await test.store.put(entry)
        #expect(try await test.device.entry(named: "K") == entry)
    }
}
