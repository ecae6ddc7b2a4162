public import Audit
import Synchronization

/// The recorded end of an audit log, in memory.
public final class RecordedAuditEnd: Sendable {
    private let stored = Mutex<AuditHead?>(nil)

    public init() {}

    public var head: AuditHead? { stored.withLock { $0 } }

    public func replace(with head: AuditHead?) { stored.withLock { $0 = head } }

    public var record: AuditEndRecord {
        AuditEndRecord(
            read: { self.head },
            advance: { end in
                self.stored.withLock { stored in
                    if let former = stored, former.number >= end.number { return }
                    stored = end
                }
            },
            replace: { self.replace(with: $0) })
    }
}
