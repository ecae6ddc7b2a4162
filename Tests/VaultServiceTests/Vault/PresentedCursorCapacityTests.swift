import Primitives
import Support
import Testing
import VaultStore

@testable import VaultService

@Suite struct PresentedCursorCapacityTests {
    @Test func `a device that presents its cursor regularly is remembered, however many others there are`() {
        let random = SeededRandom(seed: 3).random, regular: DeviceID = random.id()
        let cursor = PullCursor(epoch: random.id(), seq: 1, pullStart: 1)
        let cursors = PresentedCursors(capacity: 2)
        var decoded = 0
        func present(_ device: DeviceID) {
            _ = cursors.cursor("text", of: device) { _ in
                decoded += 1
                return cursor
            }
        }
        for _ in 0..<10 {
            present(regular)
            present(random.id())
        }
        #expect(decoded == 11)
    }
}
