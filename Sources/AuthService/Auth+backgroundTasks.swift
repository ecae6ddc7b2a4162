import AuditService
import AuthStore
import Domain
import Primitives
import SQL

extension Auth {
    /// Runs the background tasks until the task is cancelled: numbers revocation events, chains the audit log, sends the outbox, exchanges
    /// the time and the states of the keys with the other instances, rewrites rows after a change of key, looks at how many
    /// codes are used, and deletes expired rows and messages.
    ///
    /// Every instance runs all of them; locks in the database keep two instances from doing the same work.
    public func run(gateway: SMSGateway, purger: VaultPurger) async {
        let runner = OutboxRunner(auth: self, gateway: gateway, purger: purger)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feedWakeSignal.onEachSignal(orEvery: .milliseconds(100)) {
                    await failureLog.run("number the revocation events") { try await numberRevocationEvents() }
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .milliseconds(100)) {
                    await failureLog.run("chain the audit log") { try await audit.chain() }
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(1)) {
                    await failureLog.run("record the end of the audit log", audit.recordEnd)
                }
            }
            group.addTask { await runner.run() }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(1)) {
                    await failureLog.run("exchange the time", exchangeTime)
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(1)) {
                    await failureLog.run("read the states of the keys") { try await keyRotation?.refresh(at: now) }
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(1)) {
                    await failureLog.run("make rows again with the active keys", rewriteRows)
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(10)) {
                    await failureLog.run("look at how many codes are used", stopAbusedSending)
                }
            }
            if let watch = gateway.reportWatch {
                group.addTask {
                    await WakeSignal().onEachSignal(orEvery: .seconds(10)) {
                        await failureLog.run("look at the delivery reports") { try await suspendSilentDrivers(watch) }
                    }
                }
            }
            group.addTask {
                await WakeSignal().onEachSignal(orEvery: .seconds(60)) {
                    await failureLog.run("delete expired rows") { try await sweep(gateway) }
                }
            }
        }
        try? await keyRotation?.stop()
    }

    /// Sends the due entries of the outbox and returns once none is due; for tests.
    public func sendDue(gateway: SMSGateway, purger: VaultPurger) async throws {
        while try await OutboxRunner(auth: self, gateway: gateway, purger: purger).sendDue() > 0 {}
    }

    /// Gives every committed revocation event its sequence number.
    ///
    /// - Parameter waiting: true waits for an instance that is numbering now; false leaves the work to that instance.
    public func numberRevocationEvents(waiting: Bool = false) async throws {
        while try await store.assignSequenceNumbers(waiting: waiting) > 0 {}
    }

    /// Takes over the latest time of all instances, and publishes this host's time to them. Throws if this host's time is
    /// not publishable.
    func exchangeTime() async throws {
        let last = try await store.latestTime()
        // The first time after a start, and after the clock was believed, is published whatever the others' is.
        if let last, time.hasRead { time.follow(last) }
        guard isClockBelieved() else { return }
        let now = try time.publishableTime()
        time.follow(try await store.raiseLatestTime(to: now, after: last ?? now))
    }

    /// Makes one pass of the sweep over the gateway's messages and the expired rows, unless the host's clock is not
    /// believed.
    func sweep(_ gateway: SMSGateway) async throws {
        guard isClockBelieved() else { return }
        gateway.removeOld(time.hostNow)
        let times = try await store.sweepTwiceSeen(at: time.hostNow, sweepTime)
        guard let day = times.day else { return }
        try await deleteAbandonedAccounts(at: day)
        try await audit.deleteOldRows(at: day)
    }
}
