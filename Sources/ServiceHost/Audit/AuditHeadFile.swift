public import Audit
import Glibc

/// The file beside the keys that holds the end of the chain of an audit log, so that rows that are removed from the end of
/// the log are missed. Instances on one machine may share it.
public struct AuditHeadFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// The recorded head; nil if there is no file.
    public func read() throws(AuditHeadFault) -> AuditHead? {
        guard access(path, F_OK) == 0 else { return nil }
        let text = SmallFile.read(path).map { String(decoding: $0, as: UTF8.self) }
        guard let text, text.hasSuffix("\n"), let head = AuditHead(String(text.dropLast())) else {
            throw AuditHeadFault(
                "\(path) does not hold the end of an audit log: run audit accept-end; before a restore stop the service and move it away"
            )
        }
        return head
    }

    /// Replaces the recorded head by a later one.
    ///
    /// A file that names a later row stays: another instance on this machine may have written it.
    /// - Throws: ``AuditHeadFault`` if the file cannot be written.
    public func record(_ head: AuditHead) throws(AuditHeadFault) {
        if let recorded = try read(), recorded.number >= head.number { return }
        try replace(with: head)
    }

    /// Records a head whatever the file holds.
    /// - Throws: ``AuditHeadFault`` if the file cannot be written.
    func replace(with head: AuditHead) throws(AuditHeadFault) {
        guard SmallFile.replace(path, with: Array("\(head)\n".utf8)) else { throw unwritable }
    }

    /// Finds out whether a head can be recorded now: a draft of the longest is written beside the file, and removed.
    /// - Throws: ``AuditHeadFault`` if not.
    func checkWritable() throws(AuditHeadFault) {
        guard SmallFile.canReplace(path, with: [UInt8](repeating: 0, count: 100)) else { throw unwritable }
    }

    private var unwritable: AuditHeadFault {
        AuditHeadFault("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }

    /// The file as the place in which a service records the end of its log.
    public var recordedHead: RecordedHead {
        RecordedHead(
            read: { try read() }, advance: { try record($0) },
            replace: { head throws(AuditHeadFault) in try replace(with: head) },
            checkWritable: { () throws(AuditHeadFault) in try checkWritable() })
    }
}

extension CommonConfiguration {
    /// The file in which this host records the end of the service's audit log.
    public var auditHeadFile: AuditHeadFile { AuditHeadFile(path: dataFolder.auditHead(service)) }
}
