import AuthStore
import Logging
import Primitives

extension Auth {
    /// Withdraws what an earlier demonstration allowed, if the service now runs without `--demo` on its database: the
    /// vault forgets the sessions it has cached, and is answered `loginRequired` for those of the group `demo`. Call it
    /// after ``prepare(isInstance:)`` and before the first request.
    public func withdrawUnservedGroups() async throws {
        guard try await store.discardSessionsOfUnservedGroups(random.id(), at: now) else { return }
        log.warning(
            """
            the database has accounts of a group that verifies no phone number: they are not served without --demo; \
            'latchkey-auth user delete' frees a number
            """)
    }
}
