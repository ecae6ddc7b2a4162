import ArgumentParser
import Contracts
import JSONRPC

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explains a fault: its meaning, and what to do about it.")

    @Argument(help: "The fault's name, as in error.data.fault.") var fault: String

    func run() throws {
        guard let row = FaultTable.named(fault) else {
            throw ValidationError("there is no fault \(fault): proto-json/faults.md lists all faults")
        }
        print("\(row.name) (\(row.code)\(row.isUnauthorized ? ", HTTP 401" : ""))\n\(row.message)")
        print("The caller: \(row.remedy).\nThe administrator: \(row.administratorAction).")
    }
}
