import ArgumentParser

/// Makes the load that `wrk` cannot make: calls with request proofs, and calls between the services. `scripts/bench`
/// runs it.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Make load for scripts/bench.",
        subcommands: [RefreshLoad.self, PINLoginLoad.self, CodeLoginLoad.self, CallLoad.self])
}
