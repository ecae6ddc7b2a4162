import Primitives
import Support
import Testing

@testable import VaultService

@Suite struct `Waiting for a change` {
    @Test func `sixty-four may wait for an account; one more ends the wait of the first`() async throws {
        let bell = ChangeBell(), account: AccountID = LoadedDice(seed: 5).random.id()
        var places = (0..<64).map { _ in bell.enter(lineFor: account) }
        #expect(bell.count(of: account) == 64)
        places.append(bell.enter(lineFor: account))
        #expect(bell.count(of: account) == 64)
        await bell.wait(places[0], seen: 0, atMost: .seconds(3_600))
        bell.ring(account)
        for place in places.dropFirst() { await bell.wait(place, seen: 0, atMost: .seconds(3_600)) }
        for place in places { bell.leave(place) }
        #expect(bell.count(of: account) == 0)
    }

    @Test func `a wait that is ended early ends no other`() async throws {
        let bell = ChangeBell(), account: AccountID = LoadedDice(seed: 5).random.id()
        let one = bell.enter(lineFor: account), other = bell.enter(lineFor: account)
        bell.wake(one)
        await bell.wait(one, seen: 0, atMost: .seconds(3_600))
        bell.leave(one)
        #expect(bell.count(of: account) == 1)
        bell.ring(account)
        await bell.wait(other, seen: 0, atMost: .seconds(3_600))
    }
}
