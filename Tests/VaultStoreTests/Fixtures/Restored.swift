import Domain
import Primitives
import VaultStore

/// A store with one secret of rev 1 that began a new epoch, as after a restore; `parent` is the ended epoch.
func restored() async throws -> (VaultStoreFixture, parent: EpochID, id: SecretID) {
    let fixture = try await VaultStoreFixture()
    let id: SecretID = fixture.id()
    try await fixture.create(id)
    let parent = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
    try await fixture.beginGeneration()
    return (fixture, parent, id)
}

/// An update that brings back a lost version.
func edit(_ id: SecretID, on rev: Int64, of epoch: EpochID, _ text: String, _ fixture: VaultStoreFixture) -> SecretOp {
    SecretOp(
        .update, id, opID: fixture.id(), base: .rev(epoch: epoch, rev: rev), content: fixture.note(text),
        bringsBack: true)
}
