import AuthStore
public import Contracts
import Cryptography
import Domain
import Logging
public import Primitives

extension Auth {
    /// Deletes again, after a restore, every account that was deleted since a time: those in the file of deletions, and
    /// those whose vault was purged. Their numbers become free, their sessions end, and their vaults are purged again.
    ///
    /// A repeated call changes nothing more.
    ///
    /// - Parameter list: calls `purge.list` of the vault.
    /// - Returns: the number of accounts that had come back.
    @discardableResult
    public func replayDeletions(
        since: Instant, listing list: (PurgeList.Params) async throws -> PurgeList.Answer
    ) async throws -> Int {
        var count = try await reconcileDeletionFile(mayMissCommits: true), after: AccountID?
        repeat {
            let page = try await list(.init(sinceMs: since, after: after))
            for account in page.accounts where try await deleteAgain(account) { count += 1 }
            after = page.next
        } while after != nil
        return count
    }

    /// Compares the file of deletions with the database, deletes the accounts whose deletion is missing in the database
    /// again, and removes what the file no longer needs. Does nothing without a file.
    ///
    /// An intent without an outcome was left by a crash or an unknown commit, or belongs to a call that is under way at
    /// another instance. If the database records the deletion, it was committed. Otherwise the intent of a running
    /// process stays, because it may still be committed. If the process has ended, the intent is removed, unless the
    /// database may miss commits: then it is not known whether the deletion took effect, so the intent stays and an
    /// error is logged.
    ///
    /// - Returns: the number of accounts that had come back.
    /// - Throws: `KeyProblem`, one line for the administrator, if an account cannot be found because the file of its tag's
    ///   index key is missing.
    @discardableResult
    public func reconcileDeletionFile(mayMissCommits: Bool) async throws -> Int {
        guard let deletionFile else { return 0 }
        // The file is read first: an attempt of a process that had ended by then was committed by now, or never will
        // be.
        let contents = try await deletionFile.read()
        let open = contents.pending.union(contents.orphaned)
        let unrecorded = Set(try await store.unrecorded(Array(contents.done.union(open.map(\.tag)))))
        var count = 0
        let missing = contents.done.intersection(unrecorded)
        if !missing.isEmpty { count = try await deleteAgain(missing) }
        try await deletionFile.compact(
            settling: outcomes(of: contents, unrecorded: unrecorded, mayMissCommits: mayMissCommits))
        return count
    }

    /// The outcomes of the intents that can be settled now. Reports those of which it is unknown whether they took
    /// effect.
    private func outcomes(
        of contents: DeletionFile.Contents, unrecorded: Set<DeletionTag>, mayMissCommits: Bool
    ) -> [DeletionIntent: DeletionFile.Outcome] {
        var outcomes: [DeletionIntent: DeletionFile.Outcome] = [:]
        for intent in contents.pending.union(contents.orphaned) where !unrecorded.contains(intent.tag) {
            outcomes[intent] = .done
        }
        let unknown = contents.orphaned.filter { unrecorded.contains($0.tag) }
        guard mayMissCommits else {
            for intent in unknown { outcomes[intent] = .abandoned }
            return outcomes
        }
        if !unknown.isEmpty {
            log.error(
                "it is unknown whether the deletion of some accounts took effect before the database was restored",
                metadata: ["accounts": "\(Set(unknown.map(\.tag)).count)", "file": "\(deletionFile?.path ?? "")"])
        }
        return outcomes
    }

    /// Finds the accounts of the tags and deletes them again. It reads the accounts once, in chunks, all of them if one
    /// of the tags belongs to none. Such a tag is recorded without an account, so that no later start reads them again.
    ///
    /// The tags are computed with every index key that has a file, because a restored database may not know the key with
    /// which a deletion was recorded. Without that key's file nothing is recorded.
    private func deleteAgain(_ tags: Set<DeletionTag>) async throws -> Int {
        let keys = try indexKeysOnFile()
        if let unknown = tags.first(where: { keys[$0.key] == nil }) {
            throw KeyProblem(
                description: """
                    the file of the key index-\(unknown.key) is missing, with which deletions were recorded that the \
                    database does not have: restore it from its safe copy
                    """)
        }
        var left = tags, count = 0, last: AccountID?
        while !left.isEmpty {
            let accounts = try await store.accounts(after: last, limit: 500)
            guard let end = accounts.last else { break }
            for account in accounts {
                let own = Set(keys.map { Self.tag(of: account, $0.value, number: $0.key) })
                guard !left.isDisjoint(with: own) else { continue }
                left.subtract(own)
                if try await deleteAgain(account) { count += 1 }
            }
            last = end
        }
        try await store.recordDeletions(of: Array(left), at: now)
        return count
    }

    /// The index keys in use, and those that have a file, by number.
    private func indexKeysOnFile() throws -> [Int: Key256] {
        keys.index.all.merging(try keyRotation?.indexKeysOnFile() ?? [:]) { used, _ in used }
    }

    private func deleteAgain(_ account: AccountID) async throws -> Bool {
        let existed = try await store.deleteAgain(
            account, recording: deletionRecord(of: account), purge: purgeEntry(for: account), at: now)
        if existed {
            log.notice("an account that a restore had brought back was deleted again")
            wakeFeedNumbering()
            outboxWakeSignal.signal()
        }
        return existed
    }
}
