import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

@Suite struct EntryMergeTests {
    private static let base: JSONObject = ["issuer": "A", "accountName": "ada", "secret": "S", "digits": 6]

    private static func changed(_ changes: JSONObject) -> JSONObject {
        var body = base
        for (name, value) in changes { body[name] = value }
        return body
    }

    /// The merged body of two edits; nil for a conflict.
    private static func merge(_ base: JSONObject?, ours: JSONObject, theirs: JSONObject) -> JSONObject? {
        let outcome = EntryMerge.merge(
            base: base, ours: changed(ours), theirs: changed(theirs), at: Instant(ms: 1))
        guard case .merged(let body, _) = outcome else { return nil }
        return body
    }

    @Test(
        arguments: [
            // ours, theirs, merged; nil for a conflict
            ([:], ["issuer": "B"], ["issuer": "B"]),
            (["issuer": "B"], [:], ["issuer": "B"]),
            (["issuer": "B"], ["accountName": "eve"], ["issuer": "B", "accountName": "eve"]),
            (["issuer": "B"], ["issuer": "C"], ["issuer": "C"]),
            (["secret": "T"], [:], ["secret": "T"]),
            (["secret": "T"], ["secret": "T"], ["secret": "T"]),
            (["secret": "T"], ["secret": "U"], nil),
            (["digits": 8], ["digits": 7], nil),
            (["secret": "T"], ["digits": 8], nil),
            (["counter": "9"], ["secret": "T", "counter": "0"], nil),
            (["secret": "T", "digits": 8], ["secret": "T", "digits": 8], ["secret": "T", "digits": 8]),
            (["secret": "T"], ["issuer": "B"], ["secret": "T", "issuer": "B"]),
            (["counter": "5"], ["counter": "9"], ["counter": "9"]),
            (["counter": "12"], ["counter": "9"], ["counter": "12"]),
            (["note": "ours"], ["other": "theirs"], ["note": "ours", "other": "theirs"]),
        ] as [(JSONObject, JSONObject, JSONObject?)])
    func `two edits are merged by member, and conflict where both change a member that codes depend on`(
        ours: JSONObject, theirs: JSONObject, merged: JSONObject?
    ) {
        #expect(Self.merge(Self.base, ours: ours, theirs: theirs) == merged.map(Self.changed))
    }

    @Test(
        arguments: [
            (["issuer": "C"], ["issuer": "B"], ["issuer": "C"]), (["issuer": "C"], ["issuer": "D"], ["issuer": "D"]),
            (["issuer": "B"], ["issuer": "B", "accountName": "eve"], ["issuer": "B", "accountName": "eve"]),
            (["issuer": "C"], ["issuer": "B", "accountName": "eve"], ["issuer": "C", "accountName": "eve"]),
        ] as [(JSONObject, JSONObject, JSONObject)])
    func `a label that the server has from this device is replaced by this device's later edit`(
        ours: JSONObject, theirs: JSONObject, merged: JSONObject
    ) {
        let outcome = EntryMerge.merge(
            base: Self.base, sent: Self.changed(["issuer": "B"]), ours: Self.changed(ours),
            theirs: Self.changed(theirs), at: Instant(ms: 1))
        guard case .merged(let body, _) = outcome else {
            Issue.record("the edits conflict")
            return
        }
        #expect(body == Self.changed(merged))
    }

    @Test func `without a common base only equal bodies merge`() {
        #expect(Self.merge(nil, ours: [:], theirs: [:]) == Self.base)
        #expect(Self.merge(nil, ours: [:], theirs: ["issuer": "B"]) == nil)
    }

    @Test(arguments: [("5", "9", "9"), ("12", "9", "12"), ("x", "9", nil)] as [(String, String, String?)])
    func `without a base two bodies that differ only in the counter have the larger one`(
        ours: String, theirs: String, merged: String?
    ) {
        let (a, b): (JSONObject, JSONObject) = (["counter": .string(ours)], ["counter": .string(theirs)])
        #expect(Self.merge(nil, ours: a, theirs: b) == merged.map { Self.changed(["counter": .string($0)]) })
        #expect(Self.merge(nil, ours: ["counter": "5", "issuer": "B"], theirs: b) == nil)
    }
}
