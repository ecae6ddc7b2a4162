import Primitives
import Testing

@testable import LatchkeyDevice

@Suite struct SyncReportTests {
    @Test func `a sum of reports has all that each of them has`() {
        let id = SecretID(bits: 1)
        var full = SyncReport()
        (full.received, full.removed, full.sent, full.sentOnLostBase) = (1, 2, 3, 4)
        (full.copies, full.gone, full.trashed, full.held) = ([id], [id], [id], [id])
        (full.rejected, full.waiting) = ([id: "a"], [id: "b"])
        full.replaced = [id: [ReplacedLabel(name: "issuer", value: "c", at: Instant(ms: 1))]]
        full.comparison = .compared(ComparedItems(listed: 1, found: [id: .missing], remaining: [:]))
        let members = zip(Mirror(reflecting: full).children, Mirror(reflecting: SyncReport()).children)
        #expect(members.allSatisfy { "\($0.value)" != "\($1.value)" })
        var sum = SyncReport()
        sum.add(full)
        #expect(sum == full)
    }
}
