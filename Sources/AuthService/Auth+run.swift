import AuthStore
import Domain
import Logging

extension Auth {
    /// Does what no caller waits for, until the task is cancelled: numbers the feed, sends the outbox, sweeps.
    ///
    /// Every instance runs it; what only one may do at a time is settled in the database.
    public func run(gateway: SMSGateway, purger: VaultPurger) async {
        let runner = OutboxRunner(auth: self, gateway: gateway, purger: purger)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feedWakeSignal.onEachSignal(orAfter: .milliseconds(100)) {
                    await attempt("number the feed") { try await numberFeed() }
                }
            }
            group.addTask {
                await runner.run { work in await attempt("send the outbox", work) }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orAfter: .seconds(1)) {
                    await attempt("keep the time", keepTime)
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orAfter: .seconds(60)) {
                    await attempt("sweep") { try await store.sweep(at: now) }
                }
            }
        }
    }

    /// Sends what is due now, once: for tests and for a command.
    public func sendDue(gateway: SMSGateway, purger: VaultPurger) async throws {
        while try await OutboxRunner(auth: self, gateway: gateway, purger: purger).sendDue() > 0 {}
    }

    /// Numbers every committed event of the feed.
    ///
    /// - Parameter waiting: whether to wait for an instance that is at it; else it is left to that one.
    public func numberFeed(waiting: Bool = false) async throws {
        while try await store.numberEvents(waiting: waiting) > 0 {}
    }

    /// Hands this host's time to the other instances and takes theirs.
    func keepTime() async throws {
        time.raise(to: try await store.latestTime(try time.told()))
    }

    /// A step of upkeep that failed is tried again at the next turn; that it fails, and that it goes on, is said once.
    private func attempt(_ what: String, _ work: () async throws -> Void) async {
        do {
            try await work()
            if troubles.ended(what) { log.notice("upkeep goes on", metadata: ["what": "\(what)"]) }
        } catch {
            guard troubles.began(what) else { return }
            log.error("upkeep fails, and is tried again", metadata: ["what": "\(what)", "error": "\(error)"])
        }
    }
}
