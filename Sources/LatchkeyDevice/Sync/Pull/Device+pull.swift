import Contracts
import JSONRPC
import Primitives

extension Device {
    /// The most times that one pull begins anew because its cursor is refused.
    private static let restartsPerPull = 3

    /// Pulls all pages from the stored position, and stores the position with each page. Where the vault cannot
    /// continue from it, a complete pull begins.
    func pull(_ progress: inout SyncProgress, for session: SessionIdentity) async throws(DeviceFault) {
        var restarts = 0, pages = 0
        var twins: TwinIndex?
        let limit = try await store.profile().pageLimit
        while true {
            let cursor = try await pullPosition(for: session)
            let page: VaultPull.Answer
            do {
                page = try await pullPage(at: cursor, for: session)
            } catch {
                guard let fault = error.resync, cursor != nil, restarts < Self.restartsPerPull else { throw error }
                try await beginCompletePull(after: fault, for: session)
                progress.mustPushAgain = true
                restarts += 1
                continue
            }
            guard !page.more || page.cursor != cursor else {
                throw .call(.unreadable(status: 200, reason: "the vault's page leads to the same page again"))
            }
            if twins == nil { twins = try await twinIndex() }
            progress.add(
                try await store.write(of: session) { [clock, random, twins] transaction in
                    let progress = try transaction.apply(page, twins: twins ?? TwinIndex(), at: clock.now, random)
                    try transaction.sealSynchronisedRows()
                    return progress
                })
            pages += 1
            if !page.more { break }
        }
        if let limit, pages > 1 { try await enlargePages(from: limit, for: session) }
    }

    /// The cursor of the next page; nil for the first page of a complete pull, which begins if there is no cursor.
    private func pullPosition(for session: SessionIdentity) async throws(DeviceFault) -> String? {
        let profile = try await store.profile()
        if let pull = profile.completePull { return pull.cursor }
        if profile.cursor == nil {
            let pull = CompletePull(id: random.id())
            try await store.changeProfile(of: session) { $0.completePull = pull }
        }
        return profile.cursor
    }

    private func twinIndex() async throws(DeviceFault) -> TwinIndex {
        try await store.read { transaction in
            guard transaction.profile.completePull?.cause == .first else { return TwinIndex() }
            return try TwinIndex(transaction.entries(EntryTable.selectOwnerless))
        }
    }
}
