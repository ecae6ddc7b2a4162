public import Audit
import Synchronization

/// The recorded end of an audit log, in memory.
public final class RecordedAuditEnd: Sendable {
    private struct Damaged: Error {}

    private let stored = Mutex<Result<AuditHead?, Damaged>>(.success(nil))
    private let isUnwritable = Mutex(false)

    public init() {}

    public var head: AuditHead? { try? read() }

    public func replace(with head: AuditHead?) { stored.withLock { $0 = .success(head) } }

    /// Makes the record unreadable until it is replaced.
    public func damage() { stored.withLock { $0 = .failure(Damaged()) } }

    /// Lets no end be recorded from now on.
    public func lock() { isUnwritable.withLock { $0 = true } }

    private func checkWritable() throws(AuditHeadFault) {
        if isUnwritable.withLock({ $0 }) { throw AuditHeadFault("the place cannot be written") }
    }

    private func read() throws -> AuditHead? { try stored.withLock { $0 }.get() }

    public var recordedHead: RecordedHead {
        RecordedHead(
            read: { try self.read() },
            advance: { end in
                if let former = try self.read(), former.number >= end.number { return }
                self.replace(with: end)
            },
            replace: { head throws(AuditHeadFault) in
                try self.checkWritable()
                self.replace(with: head)
            }, checkWritable: { () throws(AuditHeadFault) in try self.checkWritable() })
    }
}
