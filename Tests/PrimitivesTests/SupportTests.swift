import Glibc
import Support
import Testing

@Suite struct SupportTests {
    @Test func `every scratch folder is new and exists`() {
        let (one, two) = (scratchFolder(), scratchFolder())
        #expect(one != two)
        #expect(access(one, W_OK) == 0)
        #expect(access(two, W_OK) == 0)
    }

    @Test func `two random walks with the same seed give the same values`() {
        var (one, two) = (RandomWalk(seed: 5), RandomWalk(seed: 5))
        #expect((0..<10).map { _ in one.next() } == (0..<10).map { _ in two.next() })
        #expect(one.note == "repeat with LATCHKEY_SEED=5")
    }
}
