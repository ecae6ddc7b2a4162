public import Audit
import Synchronization

/// The recorded end of an audit log, in memory.
public final class RecordedAuditEnd: Sendable {
    private struct Damaged: Error {}

    private let stored = Mutex<Result<AuditHead?, Damaged>>(.success(nil))

    public init() {}

    public var head: AuditHead? { try? read() }

    public func replace(with head: AuditHead?) { stored.withLock { $0 = .success(head) } }

    /// Makes the record unreadable until it is replaced.
    public func damage() { stored.withLock { $0 = .failure(Damaged()) } }

    private func read() throws -> AuditHead? { try stored.withLock { $0 }.get() }

    public var recordedHead: RecordedHead {
        RecordedHead(
            read: { try self.read() },
            advance: { end in
                if let former = try self.read(), former.number >= end.number { return }
                self.replace(with: end)
            },
            replace: { self.replace(with: $0) })
    }
}
