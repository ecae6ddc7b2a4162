import Contracts
import StrictJSON
import Support
import Testing

@testable import JSONRPC
@testable import ServiceHost

@Suite struct `The state of an audit log, for an administrator` {
    private let head = "7:" + String(repeating: "5a", count: 32)

    private func state(
        recorded: String? = nil, contradiction: String? = nil, remedy: String? = nil
    ) -> AuditState.Answer {
        AuditState.Answer(
            rows: 7, unchained: 0, floor: 0, head: head, recordedHead: recorded, contradiction: contradiction,
            remedy: remedy)
    }

    @Test func `says that nothing was recorded yet only if nothing speaks against it`() {
        #expect(AuditState.lines(of: state()).last == "recorded nothing yet")
        #expect(AuditState.lines(of: state(recorded: head)).last == "recorded \(head)")
        let lost = AuditState.lines(of: state(contradiction: "the file is damaged", remedy: "run audit verify"))
        #expect(
            lost.suffix(2) == [
                "recorded: unknown, see below",
                "the audit log cannot be trusted: the file is damaged. What to do: run audit verify",
            ])
    }

    @Test func `names what was recorded before an accepted end, or that it could not be read`() {
        let known = AuditAcceptEnd.Answer(formerHead: head), none = AuditAcceptEnd.Answer()
        func before(_ answer: AuditAcceptEnd.Answer, _ state: AuditState.Answer) -> String? {
            AuditAcceptEnd.lines(of: answer, after: state).last
        }
        #expect(before(known, state(recorded: head)) == "before \(head)")
        #expect(before(none, state()) == "before nothing")
        #expect(before(none, state(contradiction: "the file is damaged")) == "before: could not be read")
        #expect(AuditAcceptEnd.lines(of: none, after: state()).first == "recorded \(head)")
    }

    @Test func `has the remedy of its contradiction in doctor, too`() {
        let armed = state(recorded: head, contradiction: "there is a trigger", remedy: "remove it")
        let found = AuditFindings.all(of: armed, program: "latchkey-auth")
        #expect(found.map(\.severity) == [.fault, .ok])
        #expect(found.first?.text.hasSuffix("(there is a trigger): remove it") == true)
        #expect(AuditFindings.all(of: state(), program: "latchkey-auth").map(\.severity) == [.ok, .ok])
    }

    @Test func `is read by the administrator in words if an end was refused`() {
        let fault = RemoteFault(
            ["data": .object(["fault": "auditRefused", "reason": "the file cannot be written"])], status: 200)
        #expect(AdministrationSocket.Failure(fault).description == "the file cannot be written")
    }
}
