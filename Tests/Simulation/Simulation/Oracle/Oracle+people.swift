import Primitives

extension Oracle {
    /// A person deletes the account: nothing of it need be kept.
    func releaseAll(of account: AccountID) {
        var texts: Set<String> = []
        for entry in contents[.vault(account)] ?? [] { texts.formUnion(entry.texts) }
        for entry in contents.values.joined() {
            texts.formUnion(entry.texts.filter { ledger.writings[$0]?.owner == calls.people[account] })
        }
        release(texts)
    }
}
