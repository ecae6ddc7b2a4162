/// The place outside the database in which an instance records the end of the chain, so that the rows up to it are missed
/// when somebody removes them.
public struct RecordedHead: Sendable {
    /// Reads the recorded end; nil if none was recorded.
    public let read: @Sendable () throws -> AuditHead?
    /// Records an end, unless a later one is recorded: another process may share the place.
    public let advance: @Sendable (AuditHead) throws -> Void
    /// Records an end in place of another one, which may be later.
    public let replace: @Sendable (AuditHead) throws(AuditHeadFault) -> Void
    /// Finds out whether an end can be recorded now, and changes nothing.
    public let checkWritable: @Sendable () throws(AuditHeadFault) -> Void

    public init(
        read: @escaping @Sendable () throws -> AuditHead?, advance: @escaping @Sendable (AuditHead) throws -> Void,
        replace: @escaping @Sendable (AuditHead) throws(AuditHeadFault) -> Void,
        checkWritable: @escaping @Sendable () throws(AuditHeadFault) -> Void
    ) {
        (self.read, self.advance, self.replace) = (read, advance, replace)
        self.checkWritable = checkWritable
    }
}

/// One line for the administrator about the place in which the end of an audit log is recorded.
public struct AuditHeadFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ line: String) { description = line }
}
