import ArgumentParser
import Domain

struct StatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "states", abstract: "Prints a state machine as Mermaid, or the standing table.")

    enum Machine: String, ExpressibleByArgument, CaseIterable {
        case registration, parent, child, lockout, standing
    }

    @Argument(help: "registration, parent, child, lockout or standing.") var machine: Machine

    func run() {
        switch machine {
        case .registration: print(Diagram.mermaid(of: Registration.self))
        case .parent: print(Diagram.mermaid(of: ParentSession.self))
        case .child: print(Diagram.mermaid(of: ChildAccess.self))
        case .lockout: print(Diagram.mermaid(of: PINLockout.self))
        case .standing: print(StandingTable.markdown)
        }
    }
}
