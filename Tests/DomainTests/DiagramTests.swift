import Domain
import Testing

@Suite struct DiagramTests {
    @Test func `a diagram begins at the initial state, and added transitions are dashed`() {
        let lines = Diagram.mermaid(of: Registration.self).split(separator: "\n").map(String.init)
        #expect(lines[0] == "flowchart LR")
        #expect(lines[1] == "    start(( )) --> INVALID")
        #expect(lines.contains("    REGISTERED -->|maxInvalidLoginAttempts| BLOCKED"))
        #expect(lines.contains("    BLOCKED -.->|StartRegistrationUnverified| ACTIVATED"))
        #expect(lines.count == 2 + 21)
    }

    @Test func `a Markdown table marks the transitions of the document and the added ones`() {
        let table = Diagram.markdown(of: Registration.self)
        #expect(table.hasPrefix("| state | event | next | effects | origin |\n| --- | --- | --- | --- | --- |\n"))
        #expect(table.contains("| ACTIVATED | ConfirmRegistration | REGISTERED | openSession | source document |\n"))
        #expect(table.contains("| ACTIVATED | RegistrationExpired | INVALID | deleteRegistration | added |\n"))
    }

    @Test func `the rows of the document come before the added ones, and the first is of the first state and event`() {
        let rows = Diagram.rows(of: Registration.self)
        #expect(
            rows.first
                == Diagram.rows(of: Registration.self).first { $0.from == "INVALID" && $0.event == "StartRegistration" }
        )
        #expect(rows.firstIndex { $0.isInferred } == 12)
    }
}
