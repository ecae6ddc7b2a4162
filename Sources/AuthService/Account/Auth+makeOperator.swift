public import AuthStore
public import Primitives

extension Auth {
    /// Makes an account an operator of the given groups, in addition to those it has; for the command line of the host.
    public func makeOperator(phone: E164, groups: [GroupID]) async throws -> AuthStore.NewOperator {
        try await store.makeOperator(
            random.id(), phoneIndex: phones.index(phone), phoneSealed: phones.seal(phone), groups: groups, at: now)
    }
}
