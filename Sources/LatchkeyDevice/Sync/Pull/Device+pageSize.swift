import Contracts
import JSONRPC

extension Device {
    /// The number of items in a page: at most, which is the vault's own limit, and at least.
    private static let itemsPerPage = (most: 500, least: 10)

    /// Pulls one page. If it does not arrive in time, half as many items are asked for, down to 10. The smaller number
    /// is stored, so that the next page and the next run of the program begin with it.
    func pullPage(at cursor: String?, for session: SessionIdentity) async throws(DeviceFault) -> VaultPull.Answer {
        while true {
            let limit = try await store.profile().pageLimit
            do {
                return try await callVault(VaultPull.self, .init(cursor: cursor, limit: limit), for: session)
            } catch {
                let asked = limit ?? Self.itemsPerPage.most
                guard case .call(.unreachable(let failure)) = error, failure.isTimeout,
                    asked > Self.itemsPerPage.least
                else { throw error }
                let half = max(Self.itemsPerPage.least, asked / 2)
                try await store.changeProfile(of: session) { $0.pageLimit = half }
            }
        }
    }

    /// Doubles the size of pages after a pull of several pages that all arrived in time.
    ///
    /// - Parameter limit: the limit before the pull; nothing changes if a page of the pull was late.
    func enlargePages(from limit: Int, for session: SessionIdentity) async throws(DeviceFault) {
        try await store.changeProfile(of: session) { profile in
            guard profile.pageLimit == limit else { return }
            profile.pageLimit = limit * 2 >= Self.itemsPerPage.most ? nil : limit * 2
        }
    }
}
