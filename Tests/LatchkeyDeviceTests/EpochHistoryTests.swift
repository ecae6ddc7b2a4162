import Contracts
import Primitives
import Testing

@testable import LatchkeyDevice

/// What a device knows about epochs that the vault has forgotten.
@Suite struct EpochHistoryTests {
    private let a = EpochID(bits: 1), b = EpochID(bits: 2), c = EpochID(bits: 3), d = EpochID(bits: 4)

    private func former(_ epoch: EpochID, _ end: Int64) -> FormerEpoch {
        FormerEpoch(epoch: epoch, end: DecimalInt64(end))
    }

    @Test func `a forgotten epoch shares what both histories have of their common epochs`() {
        let first = EpochHistory(epoch: b, ended: [former(a, 10)])
        let second = EpochHistory(epoch: c, ended: [former(a, 15)], after: first)
        #expect(second.sharedSeq(with: b) == DecimalInt64(10) && second.end(of: b) == 10)
        let third = EpochHistory(epoch: d, ended: [former(a, 4)], after: second)
        #expect(third.sharedSeq(with: b) == DecimalInt64(4) && third.sharedSeq(with: c) == DecimalInt64(4))
    }

    @Test func `histories without a common epoch share nothing`() {
        let first = EpochHistory(epoch: a, ended: [])
        let second = EpochHistory(epoch: c, ended: [former(b, 1)], after: first)
        #expect(second.sharedSeq(with: a) == DecimalInt64(0))
        #expect(second.contains(ItemBase(epoch: b, rev: 1)) && !second.contains(ItemBase(epoch: a, rev: 1)))
    }

    @Test func `an epoch that the vault lists, or that this device has never heard of, shares nothing by hearsay`() {
        let first = EpochHistory(epoch: a, ended: [])
        let second = EpochHistory(epoch: b, ended: [former(a, 7)], after: first)
        #expect(second.sharedSeq(with: a) == nil && second.end(of: a) == 7)
        #expect(second.sharedSeq(with: b) == nil && second.sharedSeq(with: c) == nil && second.end(of: c) == nil)
    }

    @Test func `a pull of the epoch that is known already forgets nothing`() {
        let first = EpochHistory(epoch: b, ended: [former(a, 10)])
        let second = EpochHistory(epoch: c, ended: [former(a, 15)], after: first)
        let again = EpochHistory(epoch: c, ended: [former(a, 15)], after: second)
        #expect(again == second)
    }
}
