import Domain
import Testing

@Suite struct DiagramTests {
    @Test func `a drawing begins at the first state, and inferred moves are dashed`() {
        let lines = Diagram.mermaid(of: Registration.self).split(separator: "\n").map(String.init)
        #expect(lines[0] == "flowchart LR")
        #expect(lines[1] == "    start(( )) --> INVALID")
        #expect(lines.contains("    REGISTERED -->|maxInvalidLoginAttempts| BLOCKED"))
        #expect(lines.contains("    BLOCKED -.->|StartRegistrationUnverified| ACTIVATED"))
        #expect(lines.count == 2 + 19)
    }

    @Test func `a printed table tells the seed's moves from ours`() {
        let table = Diagram.markdown(of: Registration.self)
        #expect(table.hasPrefix("| state | event | next | effects | from |\n| --- | --- | --- | --- | --- |\n"))
        #expect(table.contains("| ACTIVATED | ConfirmRegistration | REGISTERED | openSession | the seed |\n"))
        #expect(table.contains("| ACTIVATED | RegistrationExpired | INVALID | dropRegistration | us |\n"))
    }

    @Test func `rows come stated first, in the order states and events are declared`() {
        let rows = Diagram.rows(of: Registration.self)
        #expect(
            rows.first
                == Diagram.rows(of: Registration.self).first { $0.from == "INVALID" && $0.event == "StartRegistration" }
        )
        #expect(rows.firstIndex { $0.isInferred } == 12)
    }
}
