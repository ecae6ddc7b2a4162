public import AuthStore
public import Primitives

extension Auth {
    /// Makes an operator of groups, or gives one further groups: for the administrator's command line.
    public func makeOperator(phone: E164, groups: [GroupID]) async throws -> AuthStore.NewOperator {
        try await store.makeOperator(
            random.id(), phoneIndex: phones.index(phone), phoneSealed: phones.seal(phone), groups: groups, at: now)
    }
}
