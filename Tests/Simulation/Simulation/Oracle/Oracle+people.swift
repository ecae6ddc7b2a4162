import Primitives

extension Oracle {
    /// A person deletes the account: nothing of it need be kept. From now on its vault may be purged.
    func accountIsBeingDeleted(_ account: AccountID) {
        deletionRequests.insert(account)
        var texts: Set<String> = []
        for entry in contents[.vault(account)] ?? [] { texts.formUnion(entry.texts) }
        for entry in contents.values.joined() {
            texts.formUnion(entry.texts.filter { edits.writings[$0]?.owner == calls.people[account] })
        }
        allowLoss(texts)
    }
}
