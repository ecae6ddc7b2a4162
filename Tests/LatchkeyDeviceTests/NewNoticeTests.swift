import Contracts
import Domain
import Primitives
import Testing

@testable import LatchkeyDevice

@Suite struct NewNoticeTests {
    @Test(
        arguments: [
            ([], nil, 0), ([3, 2, 1], nil, 3), ([3, 2, 1], 1, 2), ([3, 2, 1], 3, 0), ([], 3, 0), ([2, 1], 3, 2),
            ([900_000_001, 3], 3, 1),
        ] as [([Int], Int?, Int)])
    func `notices are new above the last one seen, and all of them if auth has lost that one`(
        numbers: [Int], seen: Int?, new: Int
    ) {
        let notices = numbers.map {
            NoticeView(number: $0, atMs: Instant(ms: 0), kind: Open(.deviceSuspended))
        }
        #expect(Device.newNotices(among: notices, after: seen) == new)
    }
}
