public import Contracts
public import Primitives
public import VaultStore

/// The accounts that have a vault and do not exist in auth, as after a restore of auth from a backup that is older than
/// their registration. Their people register again, under other identifiers, and keep the entries of
/// their devices as new ones.
public struct UnknownAccounts: Sendable, Hashable {
    /// The largest number of accounts that are named.
    public static let listLimit = 20
    private static let pageSize = 500

    public private(set) var count = 0
    /// The first of them, in the order of their identifiers, at most ``listLimit``.
    public private(set) var listed: [AccountID] = []

    /// Reads all accounts page by page. Memory does not grow with their number.
    ///
    /// - Parameter ask: calls `account.unknown` of auth.
    public static func find(
        in store: VaultStore, asking ask: (AccountUnknown.Params) async throws -> AccountUnknown.Answer
    ) async throws -> UnknownAccounts {
        var found = UnknownAccounts(), after: AccountID?
        repeat {
            let page = try await store.liveAccounts(after: after, limit: pageSize)
            after = page.count == pageSize ? page.last : nil
            guard !page.isEmpty else { break }
            let unknown = try await ask(.init(accounts: page)).accounts
            found.count += unknown.count
            found.listed += unknown.prefix(listLimit - found.listed.count)
        } while after != nil
        return found
    }
}
