import Primitives

extension Oracle {
    /// A person deletes the account: nothing of it need be kept.
    func releaseAll(of account: AccountID) {
        var texts: Set<String> = []
        for entry in held[.vault(account)] ?? [] { texts.formUnion((entry.body ?? [:]).values) }
        for entries in held.values {
            for entry in entries {
                for text in (entry.body ?? [:]).values where ledger.writings[text]?.owner == calls.people[account] {
                    texts.insert(text)
                }
                for text in (entry.base ?? [:]).values where ledger.writings[text]?.owner == calls.people[account] {
                    texts.insert(text)
                }
            }
        }
        release(texts)
    }
}
