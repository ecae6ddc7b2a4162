import Support
import Testing

@testable import ServiceHost

@Suite struct `The findings of doctor about the audit log` {
    @Test func `have a fault if the service does not say in which state its log is`() async throws {
        let found = await AuditFindings.all(of: try CommonOnly.read(flags: ["data": scratchFolder()]))
        #expect(found.map(\.name) == [.auditEnd] && found.map(\.severity) == [.fault])
    }
}
