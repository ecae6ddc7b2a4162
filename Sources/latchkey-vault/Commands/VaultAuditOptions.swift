import ArgumentParser
import Contracts
import JSONRPC
import Primitives
import ServiceHost
import StrictJSON

/// The options of the commands about the vault's audit log. They call the running vault over its administration socket.
struct VaultAuditOptions: AuditOptions {
    typealias List = VaultAuditList

    @Option(help: "The service's data folder.")
    var data = "data"

    @Flag(help: "Print JSON.")
    var json = false

    func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int
    ) async throws -> M.Answer {
        try await AdministrationSocket(of: VaultConfiguration.service, in: DataFolder(data))
            .call(method, params, within: seconds)
    }

    func show(_ answer: some Encodable, _ lines: () -> [String]) throws {
        if json { return print(try WireEncoder().encode(answer).text.escapingUnprintable) }
        for line in lines() { print(line.escapingUnprintable) }
    }
}
