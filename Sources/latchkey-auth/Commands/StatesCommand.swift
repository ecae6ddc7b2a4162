import ArgumentParser
import Domain

struct StatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "states", abstract: "Prints a state machine as Mermaid, or the standing table.")

    enum Machine: String, ExpressibleByArgument, CaseIterable { case registration, standing }

    @Argument(help: "registration or standing.") var machine: Machine

    func run() {
        switch machine {
        case .registration: print(Diagram.mermaid(of: Registration.self))
        case .standing: print(StandingTable.markdown)
        }
    }
}
