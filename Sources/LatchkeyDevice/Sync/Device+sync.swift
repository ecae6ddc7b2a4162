import Contracts
import Domain
import JSONRPC
import Primitives

extension Device {
    /// The most times that one sync pushes. Another push follows where a pull made something owed, such as what the
    /// vault lost in a restore, or a copy of an entry that the pull after a comparison replaced.
    private static let roundsPerSync = 4

    /// Sends unsent changes and then pulls the server's. A device that has no cursor pulls first.
    ///
    /// One sync of a store runs at a time; a second call waits for the first and then runs as well. Where a complete pull
    /// did not bring the items that the vault's digest names, the entries are compared with the vault's manifest.
    ///
    /// - Parameter comparing: true to compare them in any case.
    /// - Throws: `DeviceFault.sessionChanged` if the person signed out or in meanwhile: later answers are dropped.
    public func sync(comparing: Bool = false) async throws(DeviceFault) -> SyncReport {
        try await store.syncLock.withLock { () async throws(DeviceFault) in try await runSync(comparing: comparing) }
    }

    private func runSync(comparing: Bool) async throws(DeviceFault) -> SyncReport {
        let result: Result<SyncReport, DeviceFault>
        do throws(DeviceFault) { result = .success(try await runRounds(comparing: comparing)) } catch {
            result = .failure(error)
        }
        // Entries that were sent are encrypted under the share from now on; the log still holds them under the platform key.
        if try await store.profile().lock != nil { await store.truncateLog() }
        return try result.get()
    }

    private func runRounds(comparing: Bool) async throws(DeviceFault) -> SyncReport {
        let (session, opensRows) = try await store.read { ($0.profile.session, $0.opensSynchronisedRows) }
        // What a pull brings must not be stored under the platform key alone.
        guard opensRows else { throw .locked }
        var progress = SyncProgress(), hasCompared = false
        for round in 1...Self.roundsPerSync {
            if try await store.profile().cursor == nil { try await pull(&progress, for: session) }
            progress.mustPushAgain = false
            do {
                try await push(&progress, for: session)
            } catch {
                // A limit of the account on changes, which another device may have used up, does not stop receiving.
                guard error.isLimit else { throw error }
                try await pull(&progress, for: session)
                if !hasCompared { try await compareIfDue(&progress, isRequested: comparing, for: session) }
                throw error
            }
            try await pull(&progress, for: session)
            if !hasCompared, !progress.mustPushAgain || round == Self.roundsPerSync {
                hasCompared = true
                try await compareIfDue(&progress, isRequested: comparing, for: session)
            }
            if !progress.mustPushAgain { break }
        }
        try await store.changeProfile(of: session) { $0.approval = .approvedForSyncing }
        if !progress.report.gone.isEmpty {
            progress.report.gone = try await store.read { [gone = progress.report.gone] transaction in
                try gone.filter { try transaction.entry($0)?.blocked == .gone }
            }
        }
        return progress.report
    }

    /// Stores that a complete pull begins, because the vault refused the cursor of a call.
    func beginCompletePull(after fault: RemoteFault, for session: SessionIdentity) async throws(DeviceFault) {
        let id: PullID = random.id()
        try await store.changeProfile(of: session) { profile in
            profile.completePull = CompletePull(id: id, after: fault, interrupting: profile.completePull)
            profile.cursor = nil
        }
    }
}

extension DeviceFault {
    /// True for a call that a limit refused.
    fileprivate var isLimit: Bool {
        guard case .call(.refused(let fault)) = self else { return false }
        return fault.isKind(.limitReached)
    }

    /// The refusal of a cursor that the vault cannot continue from; nil for any other fault.
    var resync: RemoteFault? {
        guard case .call(.refused(let fault)) = self, fault.isKind(.resyncRequired) else { return nil }
        return fault
    }
}
