/// Renders a state machine as rows for JSON, a Mermaid drawing and a Markdown table. Transitions that this project
/// added (`inferred`) are dashed in the drawing and marked in the table.
public enum Diagram {
    /// All transitions, those of the source document first, each part in the order its states and events are declared.
    public static func rows<M: Machine>(of machine: M.Type) -> [DiagramRow] {
        rows(of: machine, in: M.stated, isInferred: false) + rows(of: machine, in: M.inferred, isInferred: true)
    }

    /// A Mermaid flowchart, ending in a newline.
    public static func mermaid<M: Machine>(of machine: M.Type) -> String {
        let arrows = rows(of: machine).map { row in
            "    \(row.from) \(row.isInferred ? "-.->" : "-->")|\(row.event)| \(row.to)\n"
        }
        return "flowchart LR\n    start(( )) --> \(M.initial.rawValue)\n" + arrows.joined()
    }

    /// A table in Markdown, ending in a newline.
    public static func markdown<M: Machine>(of machine: M.Type) -> String {
        Markdown.table(
            ["state", "event", "next", "effects", "origin"],
            rows(of: machine).map {
                [
                    $0.from, $0.event, $0.to, $0.effects.joined(separator: ", "),
                    $0.isInferred ? "added" : "source document",
                ]
            })
    }

    private static func rows<M: Machine>(
        of machine: M.Type, in table: M.Transitions, isInferred: Bool
    ) -> [DiagramRow] {
        M.State.allCases.flatMap { state in
            M.Event.allCases.compactMap { event in
                guard table[state]?[event] != nil, let transition = M.transition(from: state, on: event) else {
                    return nil
                }
                return DiagramRow(
                    from: state.rawValue, event: event.rawValue, to: transition.state.rawValue,
                    effects: transition.effects.map(\.rawValue), isInferred: isInferred)
            }
        }
    }
}
