import NIOCore

/// One timer a connection: a deadline that moves away is only noted, and looked at when the timer fires.
extension Conversation {
    func arm(at moment: NIODeadline) {
        deadline = moment
        guard let me, timer == nil || moment < timerAt else { return }
        timer?.cancel()
        timerAt = moment
        timer = me.eventLoop.scheduleTask(deadline: moment) { me.value.ring() }
    }

    private func ring() {
        timer = nil
        timerAt = .distantFuture
        guard phase != .closed, deadline != .distantFuture else { return }
        if .now() < deadline { arm(at: deadline) } else { expire() }
    }

    private func expire() {
        switch phase {
        case .fresh, .closed: close()
        case .idle, .lingering:
            let unsent = bytesUnsent()
            defer { unsentBefore = unsent }
            // An answer on its way to a slow reader may take its time, as long as it moves.
            let floor = max(1, house.limits.bytesPerSecond * Int(house.limits.idleTime / .milliseconds(1)) / 1000)
            guard unsent > 0, unsentBefore == 0 || unsentBefore - unsent >= floor else { return close() }
            arm(at: .now() + house.idleTime)
        case .head: refuse(.timeout)
        case .body:
            let allowed = bodyDeadline()
            if .now() < allowed { arm(at: allowed) } else { refuse(.timeout) }
        case .answering: break
        }
    }

    /// Starts the clock of a body that did not come in the same read as its header.
    func watchBody() {
        guard bodyBegan == .distantFuture else { return }
        bodyBegan = .now()
        arm(at: bodyDeadline())
    }

    /// The end of the body's time, or of the time its bytes so far have earned it.
    private func bodyDeadline() -> NIODeadline {
        let limits = house.limits
        let earned = Duration.seconds(incoming?.received ?? 0) / max(1, limits.bytesPerSecond)
        return bodyBegan + TimeAmount(min(limits.bodyTime, limits.rateGrace + earned))
    }

    private func bytesUnsent() -> Int {
        guard let options = context?.channel.syncOptions else { return 0 }
        return (try? options.getOption(.bufferedWritableBytes)) ?? 0
    }
}
