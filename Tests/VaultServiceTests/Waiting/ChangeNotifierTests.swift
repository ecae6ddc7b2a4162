import Primitives
import Support
import Testing

@testable import VaultService

@Suite(.timeLimit(.minutes(1))) struct ChangeNotifierTests {
    @Test func `sixty-four pulls of an account may wait; one more ends the wait of the first`() async throws {
        let notifier = ChangeNotifier(), account: AccountID = SeededRandom(seed: 5).random.id()
        var subscriptions = (0..<64).map { _ in notifier.subscribe(to: account) }
        #expect(notifier.waiterCount(of: account) == 64)
        subscriptions.append(notifier.subscribe(to: account))
        #expect(notifier.waiterCount(of: account) == 64)
        await notifier.wait(subscriptions[0], seen: 0, atMost: .seconds(3_600))
        notifier.notify(account)
        for subscription in subscriptions.dropFirst() {
            await notifier.wait(subscription, seen: 0, atMost: .seconds(3_600))
        }
        for subscription in subscriptions { notifier.cancel(subscription) }
        #expect(notifier.waiterCount(of: account) == 0)
    }

    @Test func `a wait that is ended early ends no other`() async throws {
        let notifier = ChangeNotifier(), account: AccountID = SeededRandom(seed: 5).random.id()
        let one = notifier.subscribe(to: account), other = notifier.subscribe(to: account)
        notifier.endWait(one)
        await notifier.wait(one, seen: 0, atMost: .seconds(3_600))
        notifier.cancel(one)
        #expect(notifier.waiterCount(of: account) == 1)
        notifier.notify(account)
        await notifier.wait(other, seen: 0, atMost: .seconds(3_600))
    }
}
