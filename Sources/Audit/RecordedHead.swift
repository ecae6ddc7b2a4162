/// The place outside the database in which an instance records the end of the chain, so that the rows up to it are missed
/// when somebody removes them.
public struct RecordedHead: Sendable {
    /// Reads the recorded end; nil if none was recorded.
    public let read: @Sendable () throws -> AuditHead?
    /// Records an end, unless a later one is recorded: another process may share the place.
    public let advance: @Sendable (AuditHead) throws -> Void
    /// Records an end in place of another one, which may be later.
    public let replace: @Sendable (AuditHead) throws -> Void

    public init(
        read: @escaping @Sendable () throws -> AuditHead?, advance: @escaping @Sendable (AuditHead) throws -> Void,
        replace: @escaping @Sendable (AuditHead) throws -> Void
    ) {
        (self.read, self.advance, self.replace) = (read, advance, replace)
    }
}
